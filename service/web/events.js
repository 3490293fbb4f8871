/** Reads server-sent events from the body of a response, as an EventSource cannot send a body. */

import { brokenOff } from "./problems.js";

/** Yields `{event, data}` for each event of a stream of bytes in UTF-8. */
export async function* readEvents(body) {
  let rest = "";
  for await (const text of chunks(body.pipeThrough(new TextDecoderStream()))) {
    const blocks = (rest + text).replaceAll("\r\n", "\n").split("\n\n");
    rest = blocks.pop();
    yield* blocks.map(parse).filter(({ data }) => data);
  }
}

function parse(block) {
  const event = { event: "message", data: "" };
  for (const line of block.split("\n")) {
    const [, name, value] = /^(event|data): ?(.*)$/.exec(line) ?? [];
    if (name === "event") {
      event.event = value;
    } else if (name === "data") {
      event.data += event.data ? `\n${value}` : value;
    }
  }
  return event;
}

/** Yields the chunks of a stream, which not all browsers can iterate over; Failure if it breaks off. */
async function* chunks(stream) {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(brokenOff);
      if (done) {
        return;
      }
      yield value;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
