/** The address of the page, which follows the game. */

/** Milliseconds for two changes: Safari throws after a hundred in thirty seconds. */
const SECOND = 1000;

export class Address {
  #link;
  #timer = null;
  #changes = [-SECOND, -SECOND];

  /** `link` yields what the address is to have after `#`. */
  constructor(link) {
    this.#link = link;
  }

  /** Show the link: at once if a person plays, else a little later after two changes just now. */
  follow({ hasPerson }) {
    if (location.hash === this.#link()) {
      return;
    }
    const left = this.#changes[0] + SECOND - performance.now();
    if (hasPerson || left <= 0) {
      this.#replace();
    } else {
      this.#timer ??= setTimeout(() => this.#replace(), left);
    }
  }

  /** Begin a new entry of the browser's history with another link; the former keeps its own. */
  leaveFor(link) {
    if (this.#timer !== null) {
      this.#replace();
    }
    this.#change("pushState", link);
  }

  #replace() {
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#change("replaceState", this.#link());
  }

  #change(how, link) {
    this.#changes = [this.#changes[1], performance.now()];
    try {
      history[how](null, "", link);
    } catch {
      // The game goes on, and the address follows later.
    }
  }
}
