// The logs with their keeper, keys and public calls, on this installation's secrets. Started by
// main.ts; the other parts of the area are given `proofLog`.

import type { Clock } from "../../platform/clock.ts";
import type { Database, DatabaseAddress } from "../../platform/database.ts";
import type { Log, LogLevel } from "../../platform/log.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";
import { createCheckpointAge } from "./checkpoint-age.ts";
import type { Witness } from "./cosign.ts";
import { keptElsewhere } from "./kept-elsewhere.ts";
import { createLogHandlers, type LogHandlers } from "./log.routes.ts";
import { shardOfLog } from "./log-table.ts";
import { deriveSaltKey, openKey } from "./proof-keys.ts";
import { createProofLog, type ProofLog, readNewest } from "./proof-log.ts";
import { type RunningKeeper, runKeeper } from "./start-keeper.ts";

export type LogSettings = {
  readonly proofEverySec: number;
  readonly proofKeyGeneration: number;
  readonly proofWitnesses: readonly Witness[];
  readonly publicOrigin: string;
  readonly mode: "sandbox" | "live";
  readonly logLevel: LogLevel;
};

type Parts = LogSettings & {
  readonly address: DatabaseAddress;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether what happens by itself happens in this process. */
  readonly runsJobs: boolean;
  readonly sealKey: Uint8Array;
  readonly build: string;
  /** The file of the keeper's thread. */
  readonly keeperProgram: string;
  readonly markets: readonly { readonly id: number; readonly code: string }[];
  /** The rows of all journals. */
  readonly journalSeq: () => number;
  /** What is committed here; none where the journal is written by another process. */
  readonly followRows: Sequencer["followRows"] | null;
};

type ProofLogArea = {
  readonly proofLog: ProofLog;
  readonly handlers: LogHandlers;
  /** Rows of the journal under no checkpoint, seconds since the last, crashes of the thread. */
  readonly readings: () => ProofReadings;
  readonly stop: () => Promise<void>;
};

type ProofReadings = {
  readonly lagRows: number;
  readonly ageSec: number;
  readonly crashes: number;
};

export async function startProofLog(parts: Parts): Promise<ProofLogArea> {
  const { database, clock, sealKey, proofKeyGeneration: generation } = parts;
  const signer = await openKey(database, { sealKey, generation, nowMs: clock.now() });
  const proofLog = createProofLog({ database, signer, saltKey: deriveSaltKey(sealKey) });
  const before = await readNewest(database);
  const keeper = parts.runsJobs ? runHere(parts) : keptElsewhere(database);
  const ageOf = createCheckpointAge(clock);
  const stopRows = parts.followRows?.(keeper.take);
  return {
    proofLog,
    handlers: createLogHandlers({ ...parts, proofLog, witnesses: parts.proofWitnesses }),
    readings: () => {
      const newest = keeper.newest() ?? before?.checkpoint ?? null;
      let taken = 0;
      for (const { log, size } of newest?.logs ?? []) if (shardOfLog(log) !== null) taken += size;
      return {
        lagRows: Math.max(0, parts.journalSeq() - taken),
        ageSec: ageOf(newest),
        crashes: keeper.crashes(),
      };
    },
    stop: () => {
      stopRows?.();
      return keeper.stop();
    },
  };
}

function runHere(parts: Parts): RunningKeeper {
  const { sealKey, proofKeyGeneration: generation } = parts;
  return runKeeper({
    program: parts.keeperProgram,
    log: parts.log,
    settings: {
      address: parts.address,
      sealKey,
      generation,
      everySec: parts.proofEverySec,
      origin: parts.publicOrigin,
      mode: parts.mode === "live" ? "LIVE" : "SIMULATED",
      build: parts.build,
      logLevel: parts.logLevel,
    },
  });
}
