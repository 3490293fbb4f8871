/** All requests that the page sends to the service: `POST /move`, `POST /moves`, `GET /limits`. */

import { readEvents } from "./events.js";

const JSON_TYPE = "application/json";
const STREAM = "text/event-stream";
const MOST_ATTEMPTS = 5;

const address = (path) => new URL(path, document.baseURI).href;

/** The service refuses a question or does not answer. */
export class Problem extends Error {}

/** The body of a question about `position`. */
export function question(position, fields) {
  return {
    board: position.rows,
    row_length: position.rules.rowLength,
    to_move: position.toMove,
    ...position.rules.switches,
    ...fields,
  };
}

/** The command that sends the question `body`. */
export function asCurl(body) {
  const json = JSON.stringify(body);
  return `curl -s '${address("move")}' -H 'Content-Type: ${JSON_TYPE}' -d '${json}'`;
}

/** The answer to a question; Problem, or AbortError after `signal`. `onBusy` is as for `send`. */
export async function ask(body, { signal, onBusy }) {
  return (await post("move", body, JSON_TYPE, { signal, onBusy })).json();
}

/** The answers to many questions within so many milliseconds; Problem if one is refused. */
export async function askAll(bodies, milliseconds, { signal, onBusy }) {
  const batch = { requests: bodies, time_limit_ms: milliseconds };
  const { results } = await (await post("moves", batch, JSON_TYPE, { signal, onBusy })).json();
  const refused = results.find(({ errors }) => errors);
  if (refused) {
    throw asProblem(refused);
  }
  return results;
}

/** The answer to a question; `onProgress` gets each event if the service streams. */
export async function askLive(body, { signal, onBusy, onProgress }) {
  const response = await post("move", body, `${STREAM}, ${JSON_TYPE};q=0.5`, { signal, onBusy });
  if (!response.headers.get("Content-Type").startsWith(STREAM)) {
    return response.json();
  }
  for await (const { event, data } of readEvents(response.body)) {
    const content = JSON.parse(data);
    if (event === "result") {
      return content;
    }
    if (event === "progress") {
      onProgress(content);
    } else {
      throw asProblem(content);
    }
  }
  throw new Problem("The service broke off before the end of its answer.");
}

/** The levels and limits of the service. */
export async function readLimits() {
  return (await send("limits", {})).json();
}

function post(path, body, accept, { signal, onBusy }) {
  const headers = { "Content-Type": JSON_TYPE, Accept: accept };
  return send(path, { method: "POST", headers, body: JSON.stringify(body), signal }, onBusy);
}

/** Sends a request, again while the service is busy; `onBusy` is told whether it is. */
async function send(path, options, onBusy = () => {}) {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(address(path), options).catch((error) => {
      throw error.name === "AbortError" ? error : new Problem("The service does not answer.");
    });
    if (response.ok) {
      onBusy(false);
      return response;
    }
    if (response.status !== 503 || attempt === MOST_ATTEMPTS) {
      const content = await response.json().catch(() => null);
      throw content ? asProblem(content) : new Problem(`The service answers ${response.status}.`);
    }
    onBusy(true);
    await pause(1000 * (Number(response.headers.get("Retry-After")) || 1), options.signal);
  }
}

function asProblem({ detail, errors }) {
  const messages = errors.map(({ message }) => message);
  const text = messages.includes(detail) ? detail : [detail, ...messages].join(" ");
  return new Problem(text);
}

/** Resolves after some milliseconds; AbortError after `signal`. */
export function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => (clearTimeout(timer), reject(signal.reason)));
  });
}
