// Sends rows as fast as they are taken: the source is asked for more only when the connection has
// room, so that an export of a million rows costs a few of them in memory. Invariants: a source
// that breaks breaks the connection, never ends it as if all had come; one whose reader leaves,
// falls asleep or takes too little is told to stop.

import type { ServerResponse } from "node:http";

/** Rows are short; written one by one each would be a packet. */
const CHUNK_LENGTH_MIN = 16_384;
const READER_ASLEEP_MS = 30_000;
/** What a source holds for its reader it holds for so long at most, and for what was taken. */
const READER_LATE_MS = 60_000;
/** 64 kbit/s: the slowest lines that people still have. */
const LENGTH_PER_MS_MIN = 8;

/** The head is written already. Fails with what the source failed with. */
export async function sendRows(
  response: ServerResponse,
  rows: AsyncIterator<string>,
): Promise<void> {
  let patienceMs = READER_LATE_MS;
  try {
    let chunk = "";
    for (let row = await rows.next(); !row.done; row = await rows.next()) {
      chunk += row.value;
      if (chunk.length < CHUNK_LENGTH_MIN) continue;
      if (response.destroyed) break;
      if (!response.write(chunk)) {
        const fromMs = performance.now();
        if (!(await hasRoom(response, Math.min(READER_ASLEEP_MS, patienceMs)))) break;
        // How slow the source is is not the reader's matter.
        patienceMs -= performance.now() - fromMs;
      }
      patienceMs += chunk.length / LENGTH_PER_MS_MIN;
      chunk = "";
    }
    if (!response.destroyed) response.end(chunk);
  } catch (error) {
    response.destroy();
    throw error;
  } finally {
    await rows.return?.();
  }
}

/** False when nobody reads any more, or too slowly. */
async function hasRoom(response: ServerResponse, withinMs: number): Promise<boolean> {
  return await new Promise((resolve) => {
    const settle = (isRoom: boolean) => {
      clearTimeout(patience);
      response.off("drain", go).off("close", stop);
      resolve(isRoom);
    };
    const go = () => settle(true);
    const stop = () => {
      response.destroy();
      settle(false);
    };
    const patience = setTimeout(stop, withinMs);
    response.on("drain", go).on("close", stop);
  });
}
