/** The choice of a puzzle, and which are solved, which only the browser remembers. */

import { today } from "./api.js";
import { language, say } from "./language.js";
import { puzzleLink, puzzleOf } from "./link.js";
import { stored } from "./storage.js";

const STORED = "solved-puzzles";
const ROW = 10;

export class PuzzlesView {
  #root;
  #form;
  #solved = new Set(stored((storage) => JSON.parse(storage.getItem(STORED))));

  /** `onChoose(link)` is called with the link to a puzzle of the game and difficulty chosen. */
  constructor(root, onChoose) {
    this.#root = root;
    this.#form = root.querySelector("form").elements;
    const list = root.querySelector("ol");
    while (list.childElementCount < ROW) {
      list.append(list.firstChild.cloneNode(true));
    }
    root.addEventListener("change", () => onChoose(this.link));
  }

  /** The link to the puzzle of the day. */
  get link() {
    return puzzleLink(this.#kind);
  }

  get #kind() {
    const { game, difficulty } = this.#form;
    return `${game.value}-${difficulty.value}`;
  }

  show({ puzzle, isSolved }) {
    this.#root.hidden = !puzzle || !puzzleOf(puzzle.link());
    if (!puzzle?.id) {
      return;
    }
    const { id, game, difficulty, number, count } = puzzle;
    if (isSolved && !this.#solved.has(id)) {
      this.#solved.add(id);
      stored((storage) => storage.setItem(STORED, JSON.stringify([...this.#solved])));
    }
    this.#form.game.value = game;
    this.#form.difficulty.value = difficulty;
    const solved = [...this.#solved].filter((each) => each.startsWith(`${this.#kind}-`)).length;
    const text = say("Puzzle {number} of {count}; {solved} solved.", { number, count, solved });
    const said = this.#root.querySelector("[role=status]");
    if (said.textContent !== text) {
      said.textContent = text;
    }
    this.#root.querySelector("[data-link=sheet]").href =
      `puzzle/sheet?${new URLSearchParams({ game, difficulty, date: today(), lang: language })}`;
    this.#showRow(puzzle);
  }

  /** Links to this puzzle and those beside it, ticked if they are solved. */
  #showRow({ number, count }) {
    const links = [...this.#root.querySelectorAll("ol a")];
    const first = number - ((number - 1) % links.length);
    for (const [index, link] of links.entries()) {
      const each = first + index;
      const name = `${this.#kind}-${each}`;
      const isSolved = this.#solved.has(name);
      link.parentNode.hidden = each > count;
      link.href = puzzleLink(name);
      link.textContent = isSolved ? `${each} ✓` : each;
      link.ariaLabel = isSolved ? say("{number}, solved", { number: each }) : null;
      link.ariaCurrent = each === number ? "true" : null;
    }
  }
}
