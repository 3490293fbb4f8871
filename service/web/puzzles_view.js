/** The choice of a puzzle, and which are solved, which only the browser remembers. */

import { say } from "./language.js";
import { puzzleLink, puzzleOf } from "./link.js";
import { stored } from "./storage.js";

const STORED = "solved-puzzles";
/** The puzzles in a row of links. */
const ROW = 10;

export class PuzzlesView {
  #root;
  #form;
  #solved = new Set(stored((storage) => JSON.parse(storage.getItem(STORED))));

  /** `onChoose(link)` is called with the link to a puzzle of the game and difficulty chosen. */
  constructor(root, onChoose) {
    this.#root = root;
    this.#form = root.querySelector("form").elements;
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
    const solved = [...this.#solved].filter((each) => each.startsWith(`${this.#kind}-`));
    this.#root.querySelector("[data-field=number]").textContent =
      say("Puzzle {number} of {count}; {solved} solved.", { number, count, solved: solved.length });
    this.#root.querySelector("[data-link=sheet]").href =
      `puzzle/sheet?${new URLSearchParams({ game, difficulty })}`;
    this.#showRow(puzzle);
  }

  /** Links to the puzzles beside this one, ticked if they are solved. */
  #showRow({ link, number, count }) {
    const first = number - ((number - 1) % ROW);
    const numbers = Array.from({ length: Math.min(ROW, count - first + 1) }, (_, at) => first + at);
    const list = this.#root.querySelector("ol");
    const state = [link(), this.#solved.size].join();
    if (list.dataset.state !== state) {
      list.dataset.state = state;
      list.replaceChildren(...numbers.map((each) => this.#item(each, each === number)));
    }
  }

  #item(number, isCurrent) {
    const isSolved = this.#solved.has(`${this.#kind}-${number}`);
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.className = "button";
    link.href = puzzleLink(`${this.#kind}-${number}`);
    link.textContent = isSolved ? `${number} ✓` : number;
    if (isSolved) {
      link.ariaLabel = say("{number}, solved", { number });
    }
    if (isCurrent) {
      link.ariaCurrent = "true";
    }
    item.append(link);
    return item;
  }
}
