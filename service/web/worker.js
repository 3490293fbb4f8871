/** Keeps the page for when there is no network. Nothing that the service answers is kept. */

const VERSION = new URL(".", location).href;
const PAGE = new URL("../..", location).href;
const PARTS = [PAGE, "start.js", "app.js", "page.css", "icon.svg"];

const kept = () => caches.open(location.href);

/** Keeps the parts that are not kept yet; those that are have been looked at. */
async function keep(...parts) {
  const cache = await kept();
  for (const part of parts) {
    if (await cache.match(part)) {
      continue;
    }
    const answer = await fetch(part);
    if (!(await isOfVersion(answer.clone()))) {
      throw new Error("the service is being replaced");
    }
    await cache.put(part, answer);
  }
}

/** Whether an answer is of this version: another replica may have given it. */
const isOfVersion = async (answer) =>
  answer.url === PAGE
    ? (await answer.text()).includes(VERSION.slice(PAGE.length))
    : answer.headers.get("Cache-Control")?.includes("immutable");

async function forgetOthers() {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(`${PAGE}web/`) && name !== location.href);
  await Promise.all(others.map((name) => caches.delete(name)));
}

async function find(request) {
  const cache = await kept();
  return cache.match(request, { ignoreSearch: true });
}

// It waits until no page uses another version's: Chromium can lose what a page asks of one that is
// replaced meanwhile, and the page then never comes.
self.addEventListener("install", (event) => event.waitUntil(keep(...PARTS)));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("message", (event) => event.waitUntil(keep(event.data)));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.url.replace(/[?#].*/, "") === PAGE) {
    // The page says which version its parts have, so that of the service comes first.
    event.respondWith(fetch(request).catch(() => find(request)));
  } else if (request.url.startsWith(VERSION)) {
    event.respondWith(find(request).then((found) => found ?? fetch(request)));
  }
});
