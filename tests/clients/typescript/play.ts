/** Plays a game with the generated TypeScript client: `node play.js URL ROWS ROW_LENGTH`. */

import { findBestMove, type MoveRequest } from "./client";
import { createClient } from "./client/client";

async function main([url, board, length]: string[]): Promise<void> {
  const client = createClient({ baseUrl: url });
  for (let rows = board.split("/"); ; ) {
    const body: MoveRequest = {
      board: rows,
      row_length: Number(length),
      evaluate: "best",
      node_limit: 2000,
    };
    const { data } = await findBestMove({ client, body, throwOnError: true });
    if (data.status_after !== "in_progress") {
      return console.log(JSON.stringify(data));
    }
    rows = data.board_after;
  }
}

void main(process.argv.slice(2));
