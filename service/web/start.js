/** Says so if the page does not come, and keeps it for when there is no network. */

const $ = (selector) => document.querySelector(selector);

// The page loads it beside this, and once.
import("./app.js").then(keep, (error) => {
  console.error(error);
  document.documentElement.classList.remove("untranslated");
  $("#status").textContent = "A part of the page has not come";
  $("#search").classList.remove("idle");
  const button = $("#search button");
  button.textContent = "Try again";
  button.ariaDisabled = "false";
  button.addEventListener("click", () => location.reload());
});

/** Where a browser allows no worker, as without TLS elsewhere, the page works without what this adds. */
async function keep() {
  const workers = navigator.serviceWorker;
  if (!workers) {
    return;
  }
  const address = new URL("worker.js", import.meta.url).href;
  const policy = window.trustedTypes?.createPolicy("worker", { createScriptURL: () => address });
  const script = policy?.createScriptURL("") ?? address;
  // Another version has another address, so that there is no need to ask for this one again.
  const options = { scope: new URL("../..", import.meta.url), updateViaCache: "all" };
  await workers.register(script, options).catch(() => {});
  const { active } = await workers.ready;
  const { lang } = document.documentElement;
  if (lang !== "en") {
    active.postMessage(`languages/${lang}.json`);
  }
}
