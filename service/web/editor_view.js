/** The editor of a position, cell by cell or as text. */

import { say } from "./language.js";
import { Position, isBoard } from "./position.js";
import { EMPTY, WALL } from "./rules.js";

const NEXT = { [EMPTY]: "X", X: "O", O: WALL, [WALL]: EMPTY };
const KEYS = { x: "X", o: "O", [WALL]: WALL, [EMPTY]: EMPTY, Delete: EMPTY, Backspace: EMPTY };

export class EditorView {
  #root;
  #rows;
  #sides;
  #any;
  #onChange;
  #position;

  #back;

  /** `onChange(position)` is called for each change, and `onBack` to undo all of them. */
  constructor(root, { onChange, onBack }) {
    this.#root = root;
    this.#rows = root.querySelector("textarea");
    this.#sides = [...root.querySelectorAll("[name=side]")];
    this.#any = root.querySelector("[type=checkbox]");
    this.#onChange = onChange;
    this.#rows.addEventListener("input", () => this.#read());
    for (const side of this.#sides) {
      side.addEventListener("change", () => onChange(this.#position.withToMove(side.value)));
    }
    this.#any.addEventListener("change", () => {
      const { rules } = this.#position;
      onChange(this.#position.withRules(rules.with({ any_position: this.#any.checked })));
    });
    this.#back = root.querySelector("[data-action=back]");
    this.#back.addEventListener("click", onBack);
    root.querySelector("[data-action=clear]").addEventListener("click", () => {
      const { width, height, rules } = this.#position;
      onChange(Position.empty(width, height, rules));
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
    this.#any.checked = position.rules.any_position;
    if (document.activeElement !== this.#rows) {
      this.#rows.value = position.rows.join("\n");
      this.#rows.setCustomValidity("");
    }
  }

  /** Change a cell: a press leads from empty to X, O and wall, and a key sets its own mark. */
  press(place, key) {
    const mark = key === "Enter" ? NEXT[this.#position.at(place)] : KEYS[key] ?? KEYS[key.toLowerCase()];
    if (mark !== undefined) {
      this.#onChange(this.#position.put(place, mark));
    }
    return mark !== undefined;
  }

  #read() {
    const rows = this.#rows.value.toUpperCase().trim().split(/\s*[\n/]\s*/);
    const isWhole = isBoard(rows);
    const fault = say("Rows of one length, of X, O, . for empty and # for a wall.");
    this.#rows.setCustomValidity(isWhole ? "" : fault);
    this.#rows.reportValidity();
    if (isWhole) {
      this.#onChange(this.#position.withRows(rows));
    }
  }
}
