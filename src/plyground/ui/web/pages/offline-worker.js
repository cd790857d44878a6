/* Says that the server is not running where a page of it was asked for, and does nothing else: nothing is kept
   here, so nobody ever sees a page or a script of an old version. */

/* The address of the link is that of the page that was asked for: to follow it is to try again. */
const OFFLINE = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Plyground is not running</title>
  <style>
    :root { color-scheme: light dark; }
    body { display: grid; place-items: center; min-height: 100vh; margin: 0; background: light-dark(#f4f4f0, #0f151b); color: light-dark(#16202b, #e9edf0); font: 1rem/1.5 system-ui, sans-serif; }
    main { max-width: 30rem; padding: 2rem; text-align: center; }
    h1 { font: 600 2rem/1.2 Georgia, serif; }
    code { padding: 0.1em 0.3em; border-radius: 0.25rem; background: light-dark(#e9eae5, #212c37); }
    a { display: inline-block; margin-top: 1rem; padding: 0.7rem 1.75rem; border-radius: 0.4375rem; background: light-dark(#17507f, #8ec7f5); color: light-dark(#ffffff, #0c1a26); font-weight: 550; text-decoration: none; }
    a:focus-visible { outline: 3px solid light-dark(#17507f, #8ec7f5); outline-offset: 2px; }
  </style>
</head>
<body>
  <main>
    <h1>Plyground is not running</h1>
    <p>Start it on this machine with <code>make play</code> or <code>plyground serve</code>. Every game is kept.</p>
    <a href="" autofocus>Try again</a>
  </main>
</body>
</html>
`;
const HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
};

addEventListener("install", () => skipWaiting());

addEventListener("activate", (event) => {
  // The page is asked for while this worker still starts, so that nothing becomes slower.
  event.waitUntil(Promise.all([clients.claim(), registration.navigationPreload?.enable()]));
});

addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate") return;
  event.respondWith(answer(event).catch(() => new Response(OFFLINE, { status: 503, headers: HEADERS })));
});

async function answer({ preloadResponse, request }) {
  return (await preloadResponse) ?? fetch(request);
}
