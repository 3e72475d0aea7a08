// Answers the next writer of the tape what this process still remembers of the last one's quotes.
// Used by everybody who heard them, and by the last writer itself, should it still live.

import type { Bus } from "../../platform/bus/bus.ts";
import type { QuoteMemory } from "./quote-memory.ts";
import { readRecall, TAPE_RECALL, toBytes } from "./tape-words.ts";

/** Some 100 bytes each: well below what the bus carries. */
const QUOTES_PER_ANSWER = 5_000;

/** Answers how to stop. */
export function answerRecalls(bus: Bus, memory: QuoteMemory): () => void {
  return bus.subscribe(TAPE_RECALL, ({ bytes }) => {
    const { inbox, after } = readRecall(bytes);
    const quotes = memory.afterAll(after);
    for (let from = 0; from < quotes.length; from += QUOTES_PER_ANSWER) {
      bus.publish(inbox, toBytes(quotes.slice(from, from + QUOTES_PER_ANSWER)));
    }
  });
}
