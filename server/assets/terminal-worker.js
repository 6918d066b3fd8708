// The service worker of a terminal: without a connection, the page still opens and says so. It keeps the page and its
// scripts and styles, and nothing else: never a price, an address or a QR code.
const CACHE = 'chaintill-terminal-1';
const page = new URL(self.registration.scope).pathname;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  const isShell = pathname === page || /\/(assets|brand)\//.test(pathname);
  if (method !== 'GET' || origin !== self.location.origin || !isShell) return;
  event.respondWith(newest(event.request));
});

async function newest(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await keep(cache, request, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept === undefined) throw error;
    return kept;
  }
}

/** One version of each file: an older one would not fit the page. */
async function keep(cache, request, response) {
  await cache.delete(request, { ignoreSearch: true });
  await cache.put(request, response);
}
