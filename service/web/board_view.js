/** The board as a grid that can be clicked and walked through with the arrow keys. */

import { joined, say } from "./language.js";
import { columnName, placeAt } from "./position.js";
import { EMPTY, WALL } from "./rules.js";

/** The most rows or columns of a board that is shown whole on any screen. */
const MOST_WHOLE = 19;
/** The pixels of a cell from which a finger hits the one that is meant. */
const FINGER = 40;

const NAMES = { [EMPTY]: say("empty"), [WALL]: say("wall") };
const LOOKS = { [EMPTY]: "", [WALL]: "wall" };

const element = (name, attributes = {}) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, value);
  }
  return made;
};

export class BoardView {
  #frame;
  #grid;
  #cells = [];
  #shown = [];
  #size = { width: 0, height: 0 };
  #current = 0;
  #pointed = null;
  #aimed = null;
  #landing = () => null;
  #position;
  #onPress;

  /**
   * `onPress(place, key, isUnsure)` is called for a click, or for a key that does not walk. It is
   * unsure which cell is meant where a finger presses a small one.
   */
  constructor(frame, onPress) {
    this.#frame = frame;
    this.#grid = frame.querySelector("[role=grid]");
    this.#onPress = onPress;
    this.#grid.addEventListener("click", ({ target }) => {
      const cell = target.closest("[role=gridcell]");
      if (cell) {
        cell.focus();
        onPress(this.#place(this.#current), "Enter", this.#isUnsure);
      }
    });
    this.#grid.addEventListener("mouseover", ({ target }) => this.#point(target.closest("[role=gridcell]")));
    this.#grid.addEventListener("mouseleave", () => this.#point(null));
    this.#grid.addEventListener("focusin", ({ target }) => this.#settleOn(target));
    this.#grid.addEventListener("focusout", () => this.#point(null));
    this.#grid.addEventListener("keydown", (event) => this.#onKey(event));
  }

  /**
   * Show a position; `marks` maps cell indices to `{mark, look, text, heat, number}`. A board is busy
   * while a level is to move. Returns whether the size has changed.
   */
  show(position, marks, { isEditing, isFree, isBusy }) {
    const isResized = position.width !== this.#size.width || position.height !== this.#size.height;
    if (isResized) {
      this.#build(position);
    }
    if (position !== this.#position) {
      this.#position = position;
      this.#hideGhost();
    }
    const { rules } = position;
    this.#frame.dataset.wrap = rules.wrap;
    this.#frame.classList.toggle("falling", rules.gravity);
    const { width: columns, height: rows } = position;
    const size = say("{rows} rows and {columns} columns", { rows, columns });
    this.#grid.ariaLabel = joined(say("Board"), size, rules.edges);
    this.#grid.ariaBusy = String(isBusy);
    const landing = (place) => (isEditing ? place : position.landing(place));
    this.#landing = isFree ? landing : () => null;
    const stones = position.rows.join("");
    for (let index = 0; index < stones.length; index += 1) {
      const [stone, shown] = [stones[index], marks.get(index)];
      const place = this.#place(index);
      const rest = stone === EMPTY ? landing(place) : place;
      const content = rest && rest.row !== place.row
        ? say("empty, falls to {cell}", { cell: rest.name })
        : NAMES[stone] ?? stone;
      const key = [stone, content, ...Object.values(shown ?? {})].join();
      // Only cells that have changed are drawn, since there can be thousands.
      if (key !== this.#shown[index]) {
        const isNew = this.#shown[index]?.startsWith(EMPTY);
        this.#shown[index] = key;
        this.#dress(index, content, LOOKS[stone] ?? stone, shown);
        if (isNew || stone in NAMES) {
          this.#drop(this.#cells[index], stone in NAMES ? 0 : rules.fall(place.row));
        }
      }
    }
    this.#aim();
    return isResized;
  }

  /** Focus the cell that Tab reaches. */
  focus() {
    this.#cells[this.#current].focus({ preventScroll: true });
  }

  /** Shake a cell that takes no stone, unless motion is unwanted. */
  shake({ row, column }) {
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) {
      const cell = this.#cells[row * this.#size.width + column];
      cell.animate({ translate: ["0", "-5%", "5%", "-3%", "0"] }, 300);
    }
  }

  /** Show the stone that a move would set, as a ghost; returns whether it has been shown already. */
  sketch({ row, column }) {
    const cell = this.#cells[row * this.#size.width + column];
    const isShown = cell.classList.contains("ghost");
    this.#hideGhost();
    cell.classList.add("ghost", this.#position.toMove);
    return isShown;
  }

  #hideGhost() {
    this.#grid.querySelector(".ghost")?.classList.remove("ghost", "X", "O");
  }

  get #isUnsure() {
    const isFinger = matchMedia("(pointer: coarse)").matches;
    return isFinger && this.#cells[0].getBoundingClientRect().width < FINGER;
  }

  /** Show the cell that a press would fill, while the mouse or the focus is on this one. */
  #point(cell) {
    this.#pointed = cell;
    this.#aim();
  }

  #aim() {
    const index = this.#cells.indexOf(this.#pointed);
    const place = index < 0 ? null : this.#landing(this.#place(index));
    this.#aimed?.removeAttribute("data-aim");
    this.#aimed = place && this.#cells[place.row * this.#size.width + place.column];
    this.#aimed?.setAttribute("data-aim", "");
    this.#grid.classList.toggle("aiming", place !== null);
  }

  /** Let the stone of a cell fall through some rows. */
  #drop(cell, rows) {
    cell.toggleAttribute("data-fall", rows > 0);
    cell.style.setProperty("--fall", rows);
  }

  #dress(index, content, stone, { mark = "", look = "", text = "", heat, number = "" } = {}) {
    const cell = this.#cells[index];
    cell.ariaLabel = say("{title}: {text}", {
        title: this.#place(index).name,
        text: joined(content, text),
      });
    cell.className = `cell ${stone} ${look}`;
    cell.firstChild.textContent = mark;
    cell.firstChild.dataset.number = number;
    if (heat === undefined) {
      cell.style.removeProperty("--heat");
    } else {
      cell.style.setProperty("--heat", heat.toFixed(3));
    }
  }

  #build({ width, height }) {
    this.#size = { width, height };
    this.#frame.style.setProperty("--columns", width);
    this.#frame.style.setProperty("--rows", height);
    this.#frame.classList.toggle("vast", Math.max(width, height) > MOST_WHOLE);
    [this.#cells, this.#shown] = [[], []];
    const rows = Array.from({ length: height }, () => {
      const row = element("div", { role: "row" });
      for (let column = 0; column < width; column += 1) {
        const cell = element("div", { role: "gridcell", tabindex: "-1", class: "cell" });
        cell.append(element("span", { class: "mark" }));
        this.#cells.push(cell);
        row.append(cell);
      }
      return row;
    });
    const isFocused = this.#grid.contains(document.activeElement);
    this.#grid.replaceChildren(...rows);
    this.#label(".columns", width, columnName);
    this.#label(".rows", height, (row) => height - row);
    this.#current = 0;
    this.#cells[0].tabIndex = 0;
    if (isFocused) {
      this.focus();
    }
  }

  #label(selector, count, nameOf) {
    const labels = Array.from({ length: count }, (_, index) => {
      const span = element("span");
      span.textContent = nameOf(index);
      return span;
    });
    this.#frame.querySelector(selector).replaceChildren(...labels);
  }

  #place(index) {
    const { width, height } = this.#size;
    return placeAt(Math.floor(index / width), index % width, height);
  }

  #onKey(event) {
    const { width, height } = this.#size;
    const place = this.#place(this.#current);
    const { row, column } = place;
    const steps = {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      Home: [event.ctrlKey ? 0 : row, 0],
      End: [event.ctrlKey ? height - 1 : row, width - 1],
      PageUp: [0, column],
      PageDown: [height - 1, column],
    };
    const [toRow, toColumn] = steps[event.key] ?? [];
    if (toRow !== undefined) {
      event.preventDefault();
      const isOnBoard = toRow >= 0 && toRow < height && toColumn >= 0 && toColumn < width;
      if (isOnBoard) {
        this.#cells[toRow * width + toColumn].focus();
      }
    } else if (!event.ctrlKey && !event.metaKey && !event.altKey && event.key !== "Tab") {
      const key = event.key === " " ? "Enter" : event.key;
      if (this.#onPress(place, key)) {
        event.preventDefault();
      }
    }
  }

  /** Make one cell the only one that Tab reaches. */
  #settleOn(cell) {
    this.#cells[this.#current].tabIndex = -1;
    this.#current = this.#cells.indexOf(cell);
    cell.tabIndex = 0;
    this.#point(cell);
  }
}
