// Not a module: it runs before anything is painted, so that what a person has chosen never flashes up late.
// The style sheets read the attributes; scripts/preferences.js has the choices, and writes them again when they change.
try {
  for (const name of ["theme", "board", "pieces", "coordinates", "animation"]) {
    const chosen = localStorage.getItem(name);
    if (chosen && /^[a-z]+$/.test(chosen)) document.documentElement.dataset[name] = chosen;
  }
} catch {
  // Where nothing may be remembered, everything is as usual.
}
