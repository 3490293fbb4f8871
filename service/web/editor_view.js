/** The editor of a position, cell by cell or as text. */

import { EMPTY, Position } from "./position.js";

const NEXT = { [EMPTY]: "X", X: "O", O: EMPTY };
const KEYS = { x: "X", o: "O", ".": EMPTY, Delete: EMPTY, Backspace: EMPTY };

export class EditorView {
  #root;
  #rows;
  #sides;
  #onChange;
  #position;

  #back;

  /** `onChange(position)` is called for each change, and `onBack` to undo all of them. */
  constructor(root, { onChange, onBack }) {
    this.#root = root;
    this.#rows = root.querySelector("textarea");
    this.#sides = [...root.querySelectorAll("[name=side]")];
    this.#onChange = onChange;
    this.#rows.addEventListener("input", () => this.#read());
    for (const side of this.#sides) {
      side.addEventListener("change", () => onChange(this.#position.withToMove(side.value)));
    }
    this.#back = root.querySelector("[data-action=back]");
    this.#back.addEventListener("click", onBack);
    root.querySelector("[data-action=clear]").addEventListener("click", () => {
      const { width, height, rowLength } = this.#position;
      onChange(Position.empty(width, height, rowLength));
    });
  }

  show(position, isOn, isChanged) {
    this.#root.hidden = !isOn;
    this.#back.ariaDisabled = String(!isChanged);
    this.#position = position;
    for (const side of this.#sides) {
      side.checked = side.value === position.toMove;
      side.disabled = ![null, side.value].includes(position.onlySide) && !side.checked;
    }
    if (document.activeElement !== this.#rows) {
      this.#rows.value = position.rows.join("\n");
      this.#rows.setCustomValidity("");
    }
  }

  /** Change a cell: a press leads from empty to X to O, and a key sets its own mark. */
  press(place, key) {
    const mark = key === "Enter" ? NEXT[this.#position.at(place)] : KEYS[key] ?? KEYS[key.toLowerCase()];
    if (mark !== undefined) {
      this.#onChange(this.#position.put(place, mark));
    }
    return mark !== undefined;
  }

  #read() {
    const rows = this.#rows.value.toUpperCase().trim().split(/\s*[\n/]\s*/);
    const isBoard = rows.every((row) => /^[XO.]+$/.test(row) && row.length === rows[0].length);
    this.#rows.setCustomValidity(isBoard ? "" : "Rows of one length, of X, O and . for empty.");
    this.#rows.reportValidity();
    if (isBoard) {
      this.#onChange(this.#position.withRows(rows));
    }
  }
}
