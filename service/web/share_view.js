/** The buttons that copy a link to the game, and the request as a command. */

import { say } from "./language.js";

export class ShareView {
  #root;

  /** `texts` maps the name of each button to a function that yields what it copies. */
  constructor(root, texts) {
    this.#root = root;
    for (const button of root.querySelectorAll("[data-copy]")) {
      button.addEventListener("click", () => this.#copy(texts[button.dataset.copy]()));
    }
  }

  /** Copy a text and show it, because without TLS a browser may refuse the clipboard. */
  async #copy(text) {
    const field = this.#root.querySelector("textarea");
    field.hidden = false;
    field.value = text;
    field.select();
    const said = this.#root.querySelector("[role=status]");
    try {
      await navigator.clipboard.writeText(text);
      said.textContent = say("Copied.");
    } catch {
      said.textContent = say("Selected: copy it with Ctrl+C.");
    }
  }
}
