// The service worker of the static site. It keeps a copy of every file, so that the site works
// without a network after the first visit. In front of this text, the program writes three constants.
// The constant version changes whenever a file of the site changes. The constant files has the
// SHA-256 digest of every file by name, except for the files in the constant later. A file in later is
// copied when a page uses the file for the first time.

const prefix = `counterproof ${registration.scope} `; // other sites on the same host have other scopes
const current = prefix + version;

addEventListener("install", event => event.waitUntil(keepAll()));
addEventListener("activate", event => event.waitUntil(replaceEarlier()));
addEventListener("fetch", event => {
  const name = nameOf(event.request);
  if (name !== undefined) event.respondWith(answer(name, event.request));
  else if (event.request.mode === "navigate") event.respondWith(elsewhere(event.request));
});

// keepAll copies all files. If a file is missing or belongs to another version, the copy of the
// earlier version stays, and the browser tries again at a later visit.
async function keepAll() {
  const cache = await caches.open(current);
  try {
    await Promise.all(Object.entries(files).map(([name, digest]) => keep(cache, name, digest)));
  } catch (reason) {
    await caches.delete(current);
    throw reason;
  }
  await skipWaiting();
}

// keep copies one file.
async function keep(cache, name, digest) {
  const response = await fetch(new URL(name, registration.scope), { cache: "no-cache" });
  if (!response.ok) throw new Error(`${name}: the server answers ${response.status}`);
  const bytes = await response.arrayBuffer();
  // If the server declares the compression of the engine, the browser has already uncompressed the
  // file.
  const unpacked = name.endsWith(".gz") && response.headers.has("Content-Encoding");
  if (!unpacked && await sha256(bytes) !== digest) throw new Error(`${name} belongs to another version of the site`);
  // A new response contains no redirections. A browser refuses a redirected response for a page.
  const type = response.headers.get("Content-Type") ?? "application/octet-stream";
  await cache.put(new URL(name, registration.scope), new Response(bytes, { headers: { "Content-Type": type } }));
}

async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map(byte => byte.toString(16).padStart(2, "0")).join("");
}

// replaceEarlier deletes the copies of earlier versions, and serves the pages that are open.
async function replaceEarlier() {
  const earlier = (await caches.keys()).filter(name => name.startsWith(prefix) && name !== current);
  await Promise.all(earlier.map(name => caches.delete(name)));
  await clients.claim();
}

// nameOf returns the name of the file that a request is for, or undefined if the request is not for
// a file of the site. It ignores the query and the hash of the address.
function nameOf({ method, url }) {
  const { origin, pathname } = new URL(url);
  const scope = new URL(registration.scope);
  if (method !== "GET" || origin !== scope.origin || !pathname.startsWith(scope.pathname)) return undefined;
  const name = pathname.slice(scope.pathname.length) || "index.html";
  return [name, `${name}.html`].find(candidate => Object.hasOwn(files, candidate) || Object.hasOwn(later, candidate)); // some servers leave out .html
}

async function answer(name, request) {
  const place = new URL(name, registration.scope);
  const copy = await caches.match(place, { cacheName: current }); // caches.open would make a deleted copy again
  if (copy || !Object.hasOwn(later, name)) return copy ?? fetch(request);
  try {
    const cache = await caches.open(current);
    await keep(cache, name, later[name]);
    return await cache.match(place);
  } catch { // without a network, or the file belongs to another version of the site
    return fetch(request);
  }
}

// elsewhere answers the request for a page that the site lacks, or that is not copied. If no server answers, it
// leads to a page that says so.
async function elsewhere(request) {
  try {
    return await fetch(request);
  } catch {
    return Response.redirect(new URL("404.html", registration.scope));
  }
}
