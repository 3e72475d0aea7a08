// When the record is verified. Read by config.ts.

import { type Environment, readInteger, textOf } from "./config-readers.ts";
import type { VerifierSchedule } from "./proof/verifier/verifier.ts";

const HOUR_MAX = 23;
/** Three in the morning: after the New York cut, before London opens. */
const HOUR_USUAL = 3;
const EVERY_SEC_MAX = 86_400;

export function readVerifier(environment: Environment): VerifierSchedule {
  const range = { fallback: HOUR_USUAL, min: 0, max: HOUR_MAX };
  const often = { fallback: 0, min: 1, max: EVERY_SEC_MAX };
  return {
    verifyAtHour: readInteger(environment, "PROOF_VERIFY_AT", range),
    verifyEverySec: textOf(environment, "PROOF_VERIFY_EVERY_SECONDS")
      ? readInteger(environment, "PROOF_VERIFY_EVERY_SECONDS", often)
      : null,
  };
}
