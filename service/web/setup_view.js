/** The form for a new game: the size of the board, who plays, and the time to think. */

import { PERSON } from "./game.js";

const TIMES = [100, 300, 1000, 3000, 10_000, 30_000, 60_000, 300_000, 3_600_000];

export class SetupView {
  #form;
  #size = "";

  /** `onNew` is called for a new game, `onChange` when players or time are changed in a game. */
  constructor(form, { onNew, onChange }) {
    this.#form = form;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      onNew(this.size);
    });
    for (const name of ["X", "O", "time"]) {
      form.elements[name].addEventListener("change", onChange);
    }
  }

  /** Offer what the service knows, within its limits. */
  offer({ levels, max_cells: mostCells, max_time_limit_ms: mostMilliseconds }) {
    const { X, O, time, width, height, rowLength } = this.#form.elements;
    for (const select of [X, O]) {
      select.replaceChildren(...[PERSON, ...levels].map((name) => new Option(name)));
    }
    this.levels = levels;
    this.mostCells = mostCells;
    this.times = TIMES.filter((limit) => limit <= mostMilliseconds);
    time.replaceChildren(...this.times.map((limit) => new Option(`${limit / 1000} s`, limit)));
    for (const field of [width, height, rowLength]) {
      field.max = mostCells;
    }
  }

  get size() {
    const { width, height, rowLength } = this.#form.elements;
    return [width.valueAsNumber, height.valueAsNumber, rowLength.valueAsNumber];
  }

  get players() {
    return { X: this.#form.elements.X.value, O: this.#form.elements.O.value };
  }

  get time() {
    return Number(this.#form.elements.time.value);
  }

  /** Fill in a state; the size only where it is not just being typed. */
  show({ position, players, time }) {
    const { elements } = this.#form;
    Object.assign(elements.X, { value: players.X });
    Object.assign(elements.O, { value: players.O });
    Object.assign(elements.time, { value: time });
    const { width, height, rowLength } = position;
    const size = [width, height, rowLength].join();
    if (size !== this.#size) {
      this.#size = size;
      elements.width.value = width;
      elements.height.value = height;
      elements.rowLength.value = rowLength;
    }
  }
}
