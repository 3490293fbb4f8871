/** The storage of the browser, which remembers choices. */

/** What `use` makes of the browser's storage; null if that is disabled or full. */
export function stored(use) {
  try {
    return use(window.localStorage);
  } catch {
    return null;
  }
}

/** Let a box be ticked, unless it was left without a tick the last time. */
export function keepTicked(box, name) {
  box.checked = stored((storage) => storage.getItem(name)) !== "off";
  box.addEventListener("change", () => {
    stored((storage) => storage.setItem(name, box.checked ? "on" : "off"));
  });
}
