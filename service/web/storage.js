/** The storage of the browser, which remembers choices. */

/** What `use` makes of the browser's storage; null if that is disabled or full. */
export function stored(use) {
  try {
    return use(window.localStorage);
  } catch {
    return null;
  }
}
