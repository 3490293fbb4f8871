/** Taking the position along: a link to this page, and the request for a terminal. */

export class ShareView {
  #root;

  /** `texts` maps the name of each button to a function that yields what it copies. */
  constructor(root, texts) {
    this.#root = root;
    for (const button of root.querySelectorAll("[data-copy]")) {
      button.addEventListener("click", () => this.#copy(texts[button.dataset.copy]()));
    }
  }

  /** A browser may keep the clipboard from a page that came without TLS; the text is shown, too. */
  async #copy(text) {
    const field = this.#root.querySelector("textarea");
    field.hidden = false;
    field.value = text;
    field.select();
    const said = this.#root.querySelector("[role=status]");
    try {
      await navigator.clipboard.writeText(text);
      said.textContent = "Copied.";
    } catch {
      said.textContent = "Selected: copy it with Ctrl+C.";
    }
  }
}
