/** The levels in a sentence each, the strongest first. */

const SENTENCES = {
  master: "Plays the best move that it can find.",
  rules: "Wins, blocks and forks, but looks no further.",
  lines: "Wins or blocks, else makes many lines.",
  novice: "Often takes the second best move.",
  blind: "Plays anywhere.",
};

/** What is said of a level; "" of one that the page does not know. */
export const sentenceOf = (level) => SENTENCES[level] ?? "";

/** The levels with the strongest first; those not known are last. */
export function byStrength(levels) {
  const order = Object.keys(SENTENCES);
  const rank = (level) => (level in SENTENCES ? order.indexOf(level) : order.length);
  return levels.toSorted((one, other) => rank(one) - rank(other));
}
