/** How large the cells of a board are that does not fit, and moving it about with the mouse. */

const STEP = 1.4;
const MOST = STEP ** 5;
/** Rows or columns of a board that one may want to see larger. */
const LEAST_SIZE = 10;
/** Pixels that a pressed mouse moves before it drags. */
const SLACK = 6;
/** Pixels of a cell that has room for the names of rows and columns. */
const LEGIBLE = 13;

export class Zoom {
  #frame;
  #buttons;
  #factor = 1;

  /** `buttons` holds those that make the board smaller and larger. */
  constructor(frame, buttons) {
    this.#frame = frame;
    this.#buttons = buttons;
    const [smaller, larger] = buttons.children;
    smaller.addEventListener("click", () => this.#scale(1 / STEP));
    larger.addEventListener("click", () => this.#scale(STEP));
    frame.addEventListener("wheel", (event) => {
      if (event.ctrlKey) {
        event.preventDefault();
        this.#scale(event.deltaY < 0 ? STEP : 1 / STEP);
      }
    });
    frame.addEventListener("pointerdown", (event) => this.#drag(event));
  }

  /** A board of another size begins as large as it is meant to; a small one has room as it is. */
  reset({ width, height }) {
    this.#buttons.hidden = Math.max(width, height) < LEAST_SIZE;
    this.#factor = 1;
    this.#scale(1);
  }

  /** Keep what is in the middle there. */
  #scale(by) {
    const frame = this.#frame;
    const middle = (start, size, all) => (start + size / 2) / all;
    const x = middle(frame.scrollLeft, frame.clientWidth, frame.scrollWidth);
    const y = middle(frame.scrollTop, frame.clientHeight, frame.scrollHeight);
    const before = this.#cell;
    this.#set(this.#factor * by);
    if (by < 1 && this.#cell === before) {
      // All of it is in sight already.
      this.#set(this.#factor / by);
    }
    frame.classList.toggle("tiny", this.#cell < LEGIBLE);
    frame.scrollLeft = x * frame.scrollWidth - frame.clientWidth / 2;
    frame.scrollTop = y * frame.scrollHeight - frame.clientHeight / 2;
  }

  #set(factor) {
    this.#factor = Math.min(factor, MOST);
    this.#frame.style.setProperty("--zoom", this.#factor);
  }

  get #cell() {
    return this.#frame.querySelector(".cell").getBoundingClientRect().width;
  }

  /** Fingers move it by themselves; a mouse that has moved it presses no cell. */
  #drag({ pointerType, button, clientX, clientY }) {
    const frame = this.#frame;
    if (pointerType !== "mouse" || button !== 0) {
      return;
    }
    const { scrollLeft, scrollTop } = frame;
    let isDragged = false;
    const move = (event) => {
      const [x, y] = [event.clientX - clientX, event.clientY - clientY];
      isDragged ||= Math.hypot(x, y) > SLACK;
      if (isDragged) {
        frame.classList.add("dragged");
        frame.scrollTo(scrollLeft - x, scrollTop - y);
      }
    };
    const end = () => {
      window.removeEventListener("pointermove", move);
      frame.classList.remove("dragged");
      if (isDragged) {
        const swallow = (event) => event.stopPropagation();
        frame.addEventListener("click", swallow, { capture: true, once: true });
        // The click comes at once, if it comes at all.
        setTimeout(() => frame.removeEventListener("click", swallow, { capture: true }));
      }
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end, { once: true });
  }
}
