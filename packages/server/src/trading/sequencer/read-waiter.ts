// Looking at the books: at once when everything in them is durable, else answered with the batch
// that makes it so. Used by the sequencer.

import type { CommitQueue } from "./commit-queue.ts";

/** See Sequencer.read. */
export function readWhenDurable<T>(queue: CommitQueue, look: () => T): Promise<T> {
  if (!queue.hasUncommitted) return attempt(look);
  try {
    const seen = look();
    return new Promise((resolve, reject) => {
      queue.open.waiters.push({
        settle: () => resolve(seen),
        // What was seen is gone; what is there now is durable.
        fail: () => attempt(look).then(resolve, reject),
      });
      queue.touch(0);
    });
  } catch (error) {
    return Promise.reject(error);
  }
}

function attempt<T>(look: () => T): Promise<T> {
  try {
    return Promise.resolve(look());
  } catch (error) {
    return Promise.reject(error);
  }
}
