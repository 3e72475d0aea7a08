// Packs long answers that say the same to everybody: the list of markets, bars of a chart. Called
// by run-call.ts. Invariant: what belongs to one person is never packed, since the length of a
// packed answer can tell what is in it to somebody who may add words to it (BREACH).

import type { IncomingHttpHeaders } from "node:http";
import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import type { Call } from "@truetick/contract/calls";
import type { Answer } from "./answer.ts";
import { encodingsOf } from "./serve-asset.ts";

const PACKED_FROM_BYTES = 2_048;
/** Quick before small: prices change before anybody asks again. */
const OPTIONS = { level: constants.Z_BEST_SPEED };

const pack = promisify(gzip);

function isForEverybody({ audience, effect, knowsCaller }: Call): boolean {
  return audience === "visitor" && effect === "read" && knowsCaller !== true;
}

/** Off the main thread; the answer as it was where packing is not asked for or not worth it. */
export function packAnswer(
  answer: Answer,
  call: Call,
  headers: IncomingHttpHeaders,
): Promise<Answer> | Answer {
  if (answer.body.length < PACKED_FROM_BYTES || !isForEverybody(call)) return answer;
  if (!encodingsOf(headers["accept-encoding"]).has("gzip")) return answer;
  return packed(answer);
}

async function packed(answer: Answer): Promise<Answer> {
  const body = await pack(answer.body, OPTIONS);
  return { ...answer, headers: [...answer.headers, "Content-Encoding", "gzip"], body };
}
