/** What takes a game along: its link as a text, as a code and on paper, its picture, and a command. */

import { PERSON } from "./game.js";
import { joined, say, sentences } from "./language.js";
import { BEST } from "./match.js";
import { levelName } from "./words.js";

/** The least width of a picture, in pixels. */
const LEAST_WIDTH = 1000;

export class ShareView {
  #root;
  #code;
  #link;

  /** `texts` has a function for each text that is copied, and for the address of the picture. */
  constructor(root, texts) {
    this.#root = root;
    this.#link = texts.link;
    this.#code = root.querySelector("img");
    this.#code.addEventListener("error", () => {
      this.#code.hidden = true;
      this.#tell(say("No QR code has come: the link may be too long."));
    });
    const act = (name, action) => {
      const button = root.querySelector(`[data-action=${name}]`);
      button.addEventListener("click", () => action(button));
      return button;
    };
    act("share", () => this.send()).hidden = !navigator.share;
    act("picture", () => this.#sharePicture(texts.picture()));
    act("code", (button) => (button.ariaExpanded = String(button.ariaExpanded === "false")));
    for (const button of root.querySelectorAll("[data-copy]")) {
      button.addEventListener("click", () => this.#copy(texts[button.dataset.copy]()));
    }
  }

  /** Share the link or, where the system has no sheet for that, copy it. */
  async send() {
    const copy = () => this.#copy(this.#link());
    await (navigator.share ? share({ url: this.#link() }, copy) : copy());
  }

  /** Show a link as a code and, on paper, what it leads to. */
  show(link, { game: { position, players }, strengths, puzzle }) {
    const source = new URL(`qr.svg?${new URLSearchParams({ link })}`, document.baseURI).href;
    if (this.#code.src !== source) {
      Object.assign(this.#code, { src: source, hidden: false });
    }
    const { rules } = position;
    const sides = puzzle ? [] : Object.keys(players);
    this.#root.querySelector("figcaption p").textContent = sentences(
      rules.goal(position) || told(say("In a row"), rules.rowLength),
      rules.remark(position),
      ...sides.map((side) => told(side, nameOf(players[side], strengths[side]))),
    );
    this.#root.querySelector("figcaption code").textContent = link;
  }

  /** Copy a text and show it, because where there is no TLS a browser may refuse to. */
  async #copy(text) {
    const field = this.#root.querySelector("textarea");
    field.hidden = false;
    field.value = text;
    field.select();
    this.#root.scrollIntoView({ block: "nearest" });
    const isWritten = await navigator.clipboard?.writeText(text).then(() => true, () => false);
    // What is deprecated needs no TLS.
    this.#tell(isWritten || document.execCommand("copy") ? say("Copied.") : say("Selected: copy it."));
  }

  /** Share the picture at an address as a file that every application shows, or else save it. */
  async #sharePicture(address) {
    const file = await drawn(address).catch(() => null);
    if (!file) {
      this.#tell(say("The picture has not come: try again."));
    } else if (navigator.canShare?.({ files: [file] })) {
      await share({ files: [file] }, () => save(file));
    } else {
      save(file);
    }
  }

  #tell(text) {
    this.#root.querySelector("[role=status]").textContent = text;
  }
}

const told = (title, text) => say("{title}: {text}.", { title, text });

const nameOf = (player, strength) => player === PERSON
  ? say("a person")
  : joined(levelName(player), player === BEST && strength && say("strength {strength}", { strength }));

/** Open the system's sheet for sharing, and do `otherwise` if it does not take this. */
const share = (content, otherwise) =>
  navigator.share(content).catch(({ name }) => name === "AbortError" || otherwise());

/** The picture at an address as a file of pixels. */
async function drawn(address) {
  const picture = new Image();
  picture.src = address;
  await picture.decode();
  const scale = Math.max(1, LEAST_WIDTH / picture.width);
  const canvas = document.createElement("canvas");
  canvas.width = scale * picture.width;
  canvas.height = scale * picture.height;
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  const pixels = await new Promise((resolve) => canvas.toBlob(resolve));
  return new File([pixels], "k-in-a-row.png", { type: pixels.type });
}

function save(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  URL.revokeObjectURL(link.href);
}
