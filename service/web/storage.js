/** The storage of the browser, which remembers choices. */

/** Keep a switch of the page as it was left, at first on or off. */
export function remember(checkbox, name, byDefault) {
  checkbox.checked = (stored((storage) => storage.getItem(name)) ?? byDefault) === "on";
  checkbox.addEventListener("change", () =>
    stored((storage) => storage.setItem(name, checkbox.checked ? "on" : "off")));
}

/** What `use` makes of the browser's storage; null if that is disabled or full. */
export function stored(use) {
  try {
    return use(window.localStorage);
  } catch {
    return null;
  }
}
