/** Zooms a board that does not fit, and moves it with the mouse. */

const STEP = 1.4;
const MOST = STEP ** 5;
/** The rows or columns from which a board can be zoomed. */
const LEAST_SIZE = 10;
/** The pixels that a pressed mouse moves before it drags. */
const SLACK = 6;
/** The pixels of a cell from which the names of rows and columns fit. */
const LEGIBLE = 13;

export class Zoom {
  #frame;
  #buttons;
  #factor = 1;

  /** `buttons` are those that make the board smaller and larger. */
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

  /** Start with the default size for a board of a new size; a small one is not zoomed. */
  reset({ width, height }) {
    this.#buttons.hidden = Math.max(width, height) < LEAST_SIZE;
    this.#factor = 1;
    this.#scale(1);
  }

  /** Change the size of cells and keep the middle of the frame where it is. */
  #scale(by) {
    const frame = this.#frame;
    const middle = (start, size, all) => (start + size / 2) / all;
    const x = middle(frame.scrollLeft, frame.clientWidth, frame.scrollWidth);
    const y = middle(frame.scrollTop, frame.clientHeight, frame.scrollHeight);
    const before = this.#cell;
    this.#set(this.#factor * by);
    if (by < 1 && this.#cell === before) {
      // The whole board is in sight.
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

  /** Let the mouse drag the board, as fingers do; after a drag no cell is pressed. */
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
        // If a click follows, it comes at once.
        setTimeout(() => frame.removeEventListener("click", swallow, { capture: true }));
      }
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end, { once: true });
  }
}
