/** What moves have kept or given away: only what is proven is called a mistake. */

import { movesTo, worth } from "./words.js";

/** How much less a score has to be to look worse. */
const NOTICEABLE = 0.1;

/**
 * What a move lost, in words; null if it is not proven to have lost anything. `before` are the
 * bounds of the position, `after` those of the move, `better` the option that was best.
 */
function loss(before, after, better) {
  if (before.lower <= after.upper) {
    return null;
  }
  const lost = before.lower === 1 ? "win" : "draw";
  const deed = lost === "win" && after.upper < 0 ? "turned the win into a loss" : `lost the ${lost}`;
  return better.bounds.lower > after.upper ? `${deed}; ${better.name} kept it` : deed;
}

const turned = ({ lower, upper }) => ({ lower: -upper, upper: -lower });

/**
 * Judge the moves between positions in a row by the answers about them: for each move
 * `{text, better}` where it was a mistake, null where it surely was none, undefined where neither
 * is proven.
 */
export function judgeAll(answers) {
  return answers.slice(1).map((answer, index) => {
    const { bounds, options } = answers[index];
    const after = turned(answer.bounds);
    const text = loss(bounds, after, options[0]);
    return text ? { text, better: options[0] } : bounds.upper <= after.lower ? null : undefined;
  });
}

/** What is to be said of one move; `answer` is of the position before it. */
export function judge(place, answer) {
  const [best] = answer.options;
  const played = answer.options.find(({ name }) => name === place.name);
  const text = loss(answer.bounds, played.bounds, best);
  if (text) {
    return `${place.name} ${text}.`;
  }
  if (played.value === null) {
    const isAsGood = best.score - played.score < NOTICEABLE;
    const estimate = isAsGood ? "it looks as good as any" : `${best.name} looks better`;
    return `${place.name} is not proven; ${estimate}.`;
  }
  const isSlower = best.value === played.value && best.plies_to_end !== played.plies_to_end;
  if (played.value !== 0 && isSlower) {
    return `${place.name} ${worth(played)}; ${best.name} takes ${movesTo(best)}.`;
  }
  return `${place.name} is as good as any: it ${worth(played)}.`;
}
