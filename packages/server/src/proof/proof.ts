// What others check us by, composed: the logs with their keeper, public figures, what is owed, the
// nightly verifier, why an order was closed. Started by main.ts when trading and the members stand.
// The orders' calls are among its handlers, because their arrival is noted.

import type { Proposals } from "../members/proposals/proposals.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database, DatabaseAddress } from "../platform/database.ts";
import type { Log } from "../platform/log.ts";
import type { News } from "../platform/news/news.ts";
import type { Secrets } from "../platform/secrets/secrets.ts";
import type { Shutdown } from "../platform/shutdown.ts";
import type { TradingView } from "../trading/trading-face.ts";
import { type LiabilityParts, startLiabilities } from "./liabilities/liabilities.ts";
import { type LogSettings, startProofLog } from "./log/start-log.ts";
import { createReceiptHandlers } from "./receipts/receipts.routes.ts";
import { type StatementMailParts, startStatementMail } from "./statement-mail/statement-mail.ts";
import { startTransparency } from "./transparency/transparency.ts";
import { startVerification } from "./verifier/verification.ts";
import type { VerifierSchedule } from "./verifier/verifier.ts";
import { createWhyHandlers } from "./why/why.routes.ts";

export type ProofParts = {
  readonly config: LogSettings &
    VerifierSchedule &
    Pick<LiabilityParts, "liabilitiesEverySec"> & { readonly mode: "sandbox" | "live" };
  readonly shutdown: Shutdown;
  readonly ground: {
    readonly address: DatabaseAddress;
    readonly database: Database;
    readonly clock: Clock;
    readonly log: Log;
    readonly news: News;
    /** Whether what happens by itself happens in this process. */
    readonly runsJobs: boolean;
    readonly secrets: Pick<Secrets, "sealKey">;
    readonly messenger: StatementMailParts["messenger"];
  };
  readonly trading: TradingView;
  readonly proposals: Pick<Proposals, "register">;
  /** Which program runs. */
  readonly build: string;
  /** The file of the keeper's thread. */
  readonly keeperProgram: string;
  /** The file of the verifier's thread. */
  readonly verifyProgram: string;
};

export async function startProof(parts: ProofParts) {
  const { config, shutdown, ground, trading, proposals, build, keeperProgram } = parts;
  const { sequencer, directory } = trading;
  const { sealKey } = ground.secrets;
  const own = { ...ground, ...config, trading, sealKey };
  const logs = await startProofLog({
    ...own,
    build,
    keeperProgram,
    markets: trading.markets.all.map(({ id, code }) => ({ id: Number(id), code })),
    journalSeq: () => trading.status().journalSeq,
    followRows: trading.followRows,
  });
  shutdown.add("proof-keeper", logs.stop);
  const transparency = startTransparency(own);
  shutdown.add("transparency", transparency.stop);
  const isSimulated = config.mode === "sandbox";
  const liabilities = startLiabilities({
    ...own,
    sequencer,
    proposals,
    proofLog: logs.proofLog,
    isSimulated,
  });
  shutdown.add("liabilities", liabilities.stop);
  const { read, storeTape } = sequencer;
  const why = createWhyHandlers({ ...ground, read, storeTape, directory });
  const receipts = createReceiptHandlers({
    ...ground,
    log: logs.proofLog,
    issuer: {
      build,
      mode: isSimulated ? "SIMULATED" : "LIVE",
      origin: config.publicOrigin,
    },
    everyMs: config.proofEverySec * 1_000,
  });
  const watched = transparency.watchOrders(trading.handlers);
  const { verifyProgram } = parts;
  const verification = await startVerification({ ...own, verifyProgram });
  shutdown.add("verifier", verification.stop);
  const newestCheckpoint = logs.proofLog.newest;
  const statements = startStatementMail({ ...ground, ...config, newestCheckpoint });
  shutdown.add("statements", statements.stop);
  const areas = [logs, transparency, liabilities, verification];
  const handlers = [watched, why, receipts, ...areas.map((area) => area.handlers)];
  return { handlers, readings: { verdict: verification.reading, proof: logs.readings } };
}
