// The verifier with its calls, on this installation's engine and keys. Started by main.ts.

import { marketId } from "@truetick/engine";
import type { Clock } from "../../platform/clock.ts";
import type { Database, DatabaseAddress } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import type { Trading } from "../../trading/trading.ts";
import { deriveSaltKey } from "../log/proof-keys.ts";
import { createVerdictHandlers } from "./verdict.routes.ts";
import { startVerifier, type Verifier, type VerifierSchedule } from "./verifier.ts";
import { verifyInThread } from "./verify-in-thread.ts";

export type Verification = Pick<Verifier, "reading" | "stop"> & {
  readonly handlers: ReturnType<typeof createVerdictHandlers>;
};

export async function startVerification(
  parts: VerifierSchedule & {
    readonly address: DatabaseAddress;
    readonly database: Database;
    readonly sealKey: Uint8Array;
    /** The file of the verifier's thread. */
    readonly verifyProgram: string;
    readonly clock: Clock;
    readonly log: Log;
    readonly trading: Pick<Trading, "sequencer" | "directory" | "status">;
  },
): Promise<Verification> {
  const { database, sealKey, trading } = parts;
  const verifier = await startVerifier({
    ...parts,
    saltKey: deriveSaltKey(sealKey),
    heads: {
      journalSeq: () => trading.status().journalSeq,
      tapeSeq: (id) => trading.sequencer.newestQuote(marketId(id))?.seq ?? 0,
    },
    codeOf: (id) => trading.directory(id)?.code ?? String(id),
    verify: verifyInThread(parts.verifyProgram),
  });
  const { reading, stop } = verifier;
  return { handlers: createVerdictHandlers({ database, verifier }), reading, stop };
}
