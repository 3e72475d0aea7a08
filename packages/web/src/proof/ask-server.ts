// The witness's questions, put to the server over HTTP. A line that broke is told apart from a
// server that says no: only the second can become an alarm, and only after a while.

import {
  type ProofLogName,
  requestCheckpoint,
  requestConsistency,
  requestProofKeys,
  requestVerdict,
} from "@truetick/contract/proof";
import type { Answer, Reader } from "../api/server.ts";
import type { WitnessQuestions } from "./check-round.ts";
import type { Asked } from "./compare-logs.ts";

/** What is no answer of ours at all (a page of a proxy, a time-out) counts as the line. */
function askedOf<T>(answer: Answer<T>): Asked<T> {
  if (answer.isOk) return { value: answer.value };
  const { failure } = answer;
  if (failure.kind !== "refused") return { isUnreachable: true, said: failure.kind };
  return { isUnreachable: false, said: failure.reason ?? failure.code };
}

export function askServer(server: Reader): WitnessQuestions {
  return {
    checkpoint: async (number) => {
      const shown = askedOf(await server.read(requestCheckpoint(number), { isInitial: true }));
      if (!("value" in shown)) return shown;
      const { text, signature } = shown.value;
      return { value: { text, signature } };
    },
    keys: async () => askedOf(await server.read(requestProofKeys(), { isInitial: true })),
    prove: async ({ log, from, to }) => {
      // A log of a newer platform may have another name: the server says whether it knows it.
      const request = requestConsistency({ log: log as ProofLogName, from, to });
      return askedOf(await server.read(request, { isInitial: true }));
    },
    verdict: async () => askedOf(await server.read(requestVerdict(), { isInitial: true })),
  };
}
