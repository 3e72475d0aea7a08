// How the verifier lets others have their turn: as long as it has worked it rests, up to a moment.
// Half of its core and half of its connection are everybody else's.

import { setTimeout as sleep } from "node:timers/promises";

const REST_MAX_MS = 100;

export function createRest(): () => Promise<void> {
  let resumedAtMs = performance.now();
  return async () => {
    await sleep(Math.min(performance.now() - resumedAtMs, REST_MAX_MS));
    resumedAtMs = performance.now();
  };
}
