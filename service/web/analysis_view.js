/** What is known of the position, in words and figures, and which of it the board shows. */

import { duration, leaning, number, proofName, verdict } from "./words.js";

export class AnalysisView {
  #root;

  /** `onLayer` is called when another layer is chosen. */
  constructor(root, onLayer) {
    this.#root = root;
    root.addEventListener("change", ({ target }) => target.name === "layer" && onLayer());
  }

  /** The layer of the board that is chosen. */
  get layer() {
    return this.#root.querySelector("[name=layer]:checked").value;
  }

  /** `answer` is null while there is none. */
  show(answer, isOn) {
    this.#root.hidden = !isOn;
    this.#root.classList.toggle("waiting", answer === null);
    this.#root.classList.toggle("over", answer !== null && answer.best_move === null);
    if (!isOn || answer === null) {
      this.#write("verdict", "Not known yet");
      return;
    }
    const { search, proof, reason, best_move: best } = answer;
    this.#write("verdict", verdict(answer));
    this.#write("leaning", answer.outcome === "unknown" ? leaning(answer) : "");
    this.#write("proof-method", proofName(proof));
    this.#write("reason", best ? `Best: ${best.name}. ${reason.text}` : "");
    this.#write("line", this.#lineOf(answer));
    this.#write("depth", number(search.depth));
    this.#write("nodes", number(search.nodes));
    this.#write("table-hits", number(search.table_hits));
    this.#write("time", duration(search.time_ms));
  }

  #lineOf({ principal_variation: places, to_move: mover }) {
    const sides = mover === "X" ? ["X", "O"] : ["O", "X"];
    return places.map(({ name }, index) => `${sides[index % 2]} ${name}`).join(" · ");
  }

  #write(name, text) {
    const place = this.#root.querySelector(`[data-field=${name}]`);
    if (place.textContent !== text) {
      place.textContent = text;
    }
  }
}
