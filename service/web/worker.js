/** Keeps the page for when there is no network. Nothing that the service answers is kept. */

const VERSION = new URL(".", location).href;
const PAGE = new URL("../..", location).href;
/** The page asks for its worker in its language. */
const language = location.search.slice(1);
const PARTS = ["start.js", "app.js", "page.css", "icon.svg"];
if (language !== "en") {
  PARTS.push(`languages/${language}.json`);
}

const kept = () => caches.open(location.href);

async function keep() {
  const cache = await kept();
  await cache.addAll([PAGE, ...PARTS]);
  const answers = await cache.matchAll();
  if (!(await Promise.all(answers.map(isOfVersion))).every(Boolean)) {
    throw new Error("the service is being replaced");
  }
  await self.skipWaiting();
}

/** Whether an answer is of this version: another replica may have given it. */
const isOfVersion = async (answer) =>
  answer.url === PAGE
    ? (await answer.text()).includes(VERSION.slice(PAGE.length))
    : answer.headers.get("Cache-Control").includes("immutable");

async function forgetOthers() {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(`${PAGE}web/`) && name !== location.href);
  await Promise.all(others.map((name) => caches.delete(name)));
}

async function find(request) {
  const cache = await kept();
  return cache.match(request, { ignoreSearch: true });
}

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.url.replace(/[?#].*/, "") === PAGE) {
    // The page says which version its parts have, so that of the service comes first.
    event.respondWith(fetch(request).catch(() => find(request)));
  } else if (request.url.startsWith(VERSION)) {
    event.respondWith(find(request).then((found) => found ?? fetch(request)));
  }
});
