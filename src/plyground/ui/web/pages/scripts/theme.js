// Not a module: it runs before anything is painted, so that a chosen theme never flashes up late.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Where nothing may be remembered, the theme is that of the system.
}
