// The verifier in a thread of its own, so that hashing never delays an order. Started by
// verify-in-thread.ts for one check; what only the engine knows it asks who started it.

import { parentPort, workerData } from "node:worker_threads";
import { createRest } from "./rest.ts";
import type { HeadAnswer, HeadAsked, ThreadEnd, ThreadWork } from "./verify-in-thread.ts";
import { verifyRecord } from "./verify-record.ts";

// Only verify-in-thread.ts starts this thread.
const { address, saltKey, seen: known } = workerData as ThreadWork;
const waiting = new Map<number, (seq: number | null) => void>();
let asked = 0;

function askHead(
  of: { readonly shard: number } | { readonly marketId: number },
): Promise<number | null> {
  asked += 1;
  const question: HeadAsked = { id: asked, ...of };
  return new Promise((resolve) => {
    waiting.set(question.id, resolve);
    parentPort?.postMessage(question);
  });
}

parentPort?.on("message", ({ id, seq }: HeadAnswer) => {
  waiting.get(id)?.(seq);
  waiting.delete(id);
});

const seen = new Map(known);
const verdict = await verifyRecord({
  address,
  saltKey,
  heads: {
    journalSeq: (shard) => askHead({ shard }),
    tapeSeq: (marketId) => askHead({ marketId }),
  },
  seen,
  pause: createRest(),
});
const end: ThreadEnd = { verdict, seen: [...seen] };
parentPort?.postMessage(end);
parentPort?.close();
