/** The analysis of the position in words and figures, and the choice of what the board shows. */

import { number, say } from "./language.js";
import { ending, lineOf, proofName } from "./words.js";

export class AnalysisView {
  #root;

  /** `onLayer` is called when another layer is chosen. */
  constructor(root, onLayer) {
    this.#root = root;
    root.addEventListener("change", ({ target }) => target.name === "layer" && onLayer());
  }

  /** The chosen layer of the board. */
  get layer() {
    return this.#root.querySelector("[name=layer]:checked").value;
  }

  /** `answer` is null if there is none; `line` is a line of play that the player asked for. */
  show({ answer, line, progress }, isOn) {
    this.#root.hidden = !isOn;
    this.#root.classList.toggle("waiting", answer === null);
    this.#root.classList.toggle("over", answer !== null && answer.best_move === null);
    if (!isOn) {
      return;
    }
    this.#write("line", this.#lineOf(line ?? answer ?? progress, line ? line.answer : answer));
    this.#write("after", line ? this.#after(line) : "");
    this.#write("verdict", answer ? answer.verdict : say("Not known yet"));
    if (answer === null) {
      return;
    }
    this.#balance(answer);
    const { search, proof, reason, best_move: best } = answer;
    this.#write("proof-method", proofName(proof));
    this.#write("reason", best ? reason.sentence : "");
    this.#write("depth", number(search.depth));
    this.#write("nodes", number(search.nodes));
    this.#write("table-hits", number(search.table_hits));
    this.#write("ending", ending(search));
  }

  /** A line of play: that of an answer, or the one that the search has found so far. */
  #lineOf(known, answer) {
    const { principal_variation: places, to_move: mover } = known ?? {};
    return places ? lineOf(places, mover, answer) : "";
  }

  #after({ principal_variation: [{ name }], answer }) {
    return answer
      ? say("After {move}: {verdict}", { move: name, verdict: answer.verdict })
      : say("After {move}: not known yet", { move: name });
  }

  /** Which side is better, as the share of X. */
  #balance({ score, to_move: mover }) {
    const share = Math.round(50 * (1 + (mover === "X" ? score : -score)));
    const bar = this.#root.querySelector("[role=meter]");
    bar.ariaValueNow = share;
    bar.ariaValueText = `X ${share} %, O ${100 - share} %`;
    bar.style.setProperty("--share", `${share}%`);
  }

  #write(name, text) {
    const place = this.#root.querySelector(`[data-field=${name}]`);
    if (place.textContent !== text) {
      place.textContent = text;
    }
  }
}
