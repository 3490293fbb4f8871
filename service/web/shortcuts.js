/** Keys that press buttons. The buttons name their keys, and a panel lists them. */

import { keepTicked } from "./storage.js";

const STORED = "shortcuts";
const TYPED = "input:not([type=radio], [type=checkbox]), textarea, select";

export class Shortcuts {
  #panel;
  #switch;

  constructor(panel) {
    this.#panel = panel;
    this.#switch = panel.querySelector("[type=checkbox]");
    keepTicked(this.#switch, STORED);
    panel.querySelector("button").addEventListener("click", () => panel.close());
    for (const button of this.#buttons) {
      this.#describe(button.getAttribute("aria-keyshortcuts"), button.dataset.does);
    }
    document.addEventListener("keydown", (event) => this.#onKey(event));
  }

  open() {
    this.#panel.showModal();
  }

  get #buttons() {
    return [...document.querySelectorAll("[aria-keyshortcuts]")];
  }

  #describe(key, does) {
    const row = document.createElement("div");
    for (const [name, text] of [["dt", key], ["dd", does]]) {
      const part = document.createElement(name);
      part.textContent = text;
      row.append(part);
    }
    this.#panel.querySelector("dl").append(row);
  }

  #onKey(event) {
    const isMine = this.#switch.checked && !this.#panel.open && !event.defaultPrevented;
    if (!isMine || event.ctrlKey || event.metaKey || event.altKey || event.target.matches(TYPED)) {
      return;
    }
    const key = event.key.toUpperCase();
    const button = this.#buttons.find((each) => each.getAttribute("aria-keyshortcuts") === key);
    // A button is pressed only if it could be with a mouse.
    if (button?.checkVisibility() && !button.closest("[inert]")) {
      event.preventDefault();
      button.click();
    }
  }
}
