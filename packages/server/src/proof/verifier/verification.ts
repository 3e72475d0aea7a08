// The verifier with its calls, on this installation's engine and keys. Started by main.ts.

import { marketId } from "@truetick/engine";
import type { Clock } from "../../platform/clock.ts";
import type { Database, DatabaseAddress } from "../../platform/database.ts";
import type { Log } from "../../platform/log.ts";
import type { News } from "../../platform/news/news.ts";
import type { Trading } from "../../trading/trading.ts";
import { deriveSaltKey } from "../log/proof-keys.ts";
import { createVerdictHandlers } from "./verdict.routes.ts";
import { shareVerifier, verifiedElsewhere } from "./verified-elsewhere.ts";
import { startVerifier, type Verifier, type VerifierSchedule } from "./verifier.ts";
import { verifyInThread } from "./verify-in-thread.ts";

export type Verification = Pick<Verifier, "reading" | "stop"> & {
  readonly handlers: ReturnType<typeof createVerdictHandlers>;
};

type VerificationParts = VerifierSchedule & {
  readonly address: DatabaseAddress;
  readonly database: Database;
  readonly sealKey: Uint8Array;
  /** The file of the verifier's thread. */
  readonly verifyProgram: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly news: News;
  /** Whether the record is verified by this process. */
  readonly runsJobs: boolean;
  readonly trading: Pick<Trading, "sequencer" | "directory">;
};

export async function startVerification(parts: VerificationParts): Promise<Verification> {
  const { database } = parts;
  const verifier = await (parts.runsJobs ? verifyHere(parts) : verifiedElsewhere(parts));
  const { reading, stop } = verifier;
  return { handlers: createVerdictHandlers({ database, verifier }), reading, stop };
}

async function verifyHere(parts: VerificationParts): Promise<Verifier> {
  const { sealKey, trading, news } = parts;
  const verifier = await startVerifier({
    ...parts,
    saltKey: deriveSaltKey(sealKey),
    heads: {
      journalSeq: (shard) => trading.sequencer.writtenSeq(shard),
      tapeSeq: (id) => trading.sequencer.newestQuote(marketId(id))?.seq ?? 0,
    },
    codeOf: (id) => trading.directory(id)?.code ?? String(id),
    verify: verifyInThread(parts.verifyProgram),
  });
  return shareVerifier(verifier, news);
}
