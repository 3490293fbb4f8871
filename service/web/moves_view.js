/** The list of the moves of a game, each of which can be viewed, of its mistakes and oversights. */

import { say } from "./language.js";
import { judgement } from "./review.js";

export class MovesView {
  #root;
  #list;
  #mistakes;
  #overlooked;
  #shown = [];

  /** `onGo(at)` is called to view the position after so many moves. */
  constructor(root, onGo) {
    this.#root = root;
    this.#list = root.querySelector("[data-list=moves]");
    this.#mistakes = root.querySelector("[data-list=mistakes]");
    this.#overlooked = root.querySelector("[data-list=overlooked]");
    root.addEventListener("click", ({ target }) => {
      const button = target.closest("button");
      if (button?.dataset.at) {
        onGo(Number(button.dataset.at));
      }
    });
  }

  show({ game }) {
    const { turns, at, length, isJudged } = game;
    const steps = { first: 0, back: at - 1, forward: at + 1, last: length };
    for (const [name, to] of Object.entries(steps)) {
      const button = this.#root.querySelector(`[data-step=${name}]`);
      button.dataset.at = to;
      button.ariaDisabled = String(to < 0 || to > length || to === at);
    }
    this.#showMoves(turns.slice(1));
    this.#point(at);
    const said = this.#root.querySelector("[role=status]");
    const text = isJudged ? judgement(turns.slice(1)) : length ? "" : say("No moves yet.");
    if (said.textContent !== text) {
      said.textContent = text;
    }
  }

  #showMoves(turns) {
    const isSame = (turn, index) =>
      this.#shown[index]?.turn === turn && this.#shown[index].flaw === turn.flaw;
    if (turns.length === this.#shown.length && turns.every(isSame)) {
      return;
    }
    this.#shown = turns.map((turn) => ({ turn, flaw: turn.flaw }));
    this.#list.replaceChildren(...turns.map((turn, index) => this.#item(turn, index + 1)));
    this.#tell(this.#mistakes, turns, ({ flaw }) => flaw?.text);
    this.#tell(this.#overlooked, turns, ({ overlooked }) => overlooked?.sentence);
  }

  /** List those of the moves of which there is something to tell. */
  #tell(list, turns, told) {
    const listed = [...turns.entries()].filter(([, turn]) => told(turn));
    list.hidden = !listed.length;
    list.replaceChildren(...listed.map(([index, turn]) => this.#item(turn, index + 1, told(turn))));
  }

  /** A button for a move, which may say what the move gave up or overlooked. */
  #item({ move, mover, flaw }, number, text = "") {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.at = number;
    button.classList.toggle("flaw", Boolean(flaw));
    const side = document.createElement("b");
    side.className = mover.toLowerCase();
    side.textContent = mover;
    const counted = text ? `${number}. ` : "";
    button.append(counted, side, text ? `: ${text}` : ` ${move.name}${flaw ? "?" : ""}`);
    if (flaw && !text) {
      button.ariaLabel = say("{side} {cell}, a mistake", { side: mover, cell: move.name });
    }
    item.append(button);
    return item;
  }

  #point(at) {
    const list = this.#list;
    const current = list.children[at - 1]?.firstChild;
    const before = list.querySelector("[aria-current]");
    if (before !== (current ?? null)) {
      before?.removeAttribute("aria-current");
      current?.setAttribute("aria-current", "true");
      list.scrollTop = current ? current.offsetTop - list.clientHeight / 2 : 0;
    }
  }
}
