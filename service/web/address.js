/** The link in the address of the page, which follows the game. */

/** Milliseconds for two changes: Safari throws after a hundred in thirty seconds. */
const SECOND = 1000;
let changes = [-SECOND, -SECOND];
let timer;
let latest;
let seen;

/** Read the link in the address. */
export function readAddress() {
  seen = location.hash;
  return seen;
}

/** Show a link: at once if it is urgent, else a little later after two changes just now. */
export function showLink(link, isUrgent) {
  latest = link;
  clearTimeout(timer);
  const left = isUrgent ? 0 : changes[0] + SECOND - performance.now();
  if (left > 0) {
    timer = setTimeout(catchUp, left);
  } else {
    catchUp();
  }
}

/** Begin a new entry of the browser's history with a link; the former entry keeps its own. */
export function leaveFor(link) {
  catchUp();
  change("pushState", link);
}

function catchUp() {
  // A link that has not been read was just followed, and is about to be opened.
  if (location.hash === seen && seen !== latest) {
    change("replaceState", latest);
  }
}

function change(how, link) {
  changes = [changes[1], performance.now()];
  try {
    history[how](null, "", link);
    readAddress();
  } catch {
    // The game goes on, and the address follows later.
  }
}
