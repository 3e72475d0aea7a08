// Money out, put together: payout methods, withdrawals, the desk's side of both, and the worker
// that pays. Composed by cashier.ts. Invariant: a server that pays real money never has the terms
// of a sandbox (H13).

import { createAttemptWindows } from "../members/attempts/attempt-windows.ts";
import { MEMBER_LIMITS } from "../members/attempts/limits.ts";
import type { MemberLetters } from "../members/notices/member-letters.ts";
import type { StaffDesk } from "../members/staff/staff-desk.ts";
import type { SecondFactor } from "../members/two-factor/second-factor.ts";
import { createBackground } from "../platform/background.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database.ts";
import type { Handlers } from "../platform/handler.ts";
import type { Log } from "../platform/log.ts";
import type { MemberChanges } from "../platform/member-changes.ts";
import type { News } from "../platform/news/news.ts";
import { StartRefusal } from "../platform/start-refusal.ts";
import type { MarketFinder } from "../trading/markets/market-directory.ts";
import type { Sequencer } from "../trading/sequencer/sequencer.ts";
import type { UsdRates } from "./currencies/usd-rate.ts";
import { createDestinations } from "./payout-methods/destination.ts";
import {
  createPayoutMethodHandlers,
  type PayoutMethodHandlers,
} from "./payout-methods/payout-methods.routes.ts";
import { payoutRailKind } from "./payout-methods/payout-rails.ts";
import { hasSandboxTerms, seedPayoutTerms } from "./payout-methods/payout-terms-table.ts";
import { MANUAL_PROVIDER, type PayoutProvider } from "./payouts/payout-provider.ts";
import { createPayoutWorker } from "./payouts/payout-worker.ts";
import { openSandboxBank } from "./payouts/sandbox-bank.ts";
import type { CertifiedIdentity } from "./withdrawals/may-withdraw.ts";
import { createPayoutQuotes } from "./withdrawals/payout-quote.ts";
import { createWithdrawalActs } from "./withdrawals/withdrawal-acts.ts";
import { createWithdrawalCodeGate } from "./withdrawals/withdrawal-code-limits.ts";
import { createWithdrawalLetters } from "./withdrawals/withdrawal-letters.ts";
import { createPromiseHandlers } from "./withdrawals/withdrawal-promise.ts";
import { storedWithdrawalHash, WITHDRAWAL_OBJECT } from "./withdrawals/withdrawal-table.ts";
import {
  createWithdrawalHandlers,
  type WithdrawalHandlers,
} from "./withdrawals/withdrawals.routes.ts";
import {
  createWithdrawalDesk,
  type WithdrawalDeskHandlers,
} from "./withdrawals/withdrawals.staff-routes.ts";

export type MoneyOutHandlers = PayoutMethodHandlers &
  WithdrawalHandlers &
  WithdrawalDeskHandlers &
  Handlers<"getWithdrawalPromise">;

export type MoneyOut = {
  readonly handlers: MoneyOutHandlers;
  /** Pays what was approved and finishes what a crash left. Runs by itself, too. */
  readonly sweep: () => Promise<void>;
  /** Answers once nothing is done behind the back of a call any more. */
  readonly settle: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

export type MoneyOutParts = {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly news: News;
  /** Whether what happens by itself happens in this process. */
  readonly runsJobs: boolean;
  readonly sequencer: Pick<Sequencer, "submit" | "read">;
  readonly findMarket: MarketFinder;
  readonly rates: UsdRates;
  readonly letters: MemberLetters;
  readonly changes: Pick<MemberChanges, "tell">;
  readonly identity: CertifiedIdentity;
  readonly secondFactor: Pick<SecondFactor, "isOn" | "recognize">;
  readonly staff: Pick<StaffDesk, "proposals" | "objectHashes" | "queues">;
  /** The sandbox's bank keeps its payments there. */
  readonly dataDir: string;
  /** Who pays. Without: the sandbox's bank, or people where the money is real. */
  readonly provider?: PayoutProvider;
  readonly secrets: { readonly codeKey: Buffer; readonly sealKey: Buffer };
  readonly mode: "sandbox" | "live";
  readonly coolingSec: number;
  readonly reviewHours: number;
};

export async function startMoneyOut(given: MoneyOutParts): Promise<MoneyOut> {
  const { database, mode, secrets, sequencer, staff } = given;
  if (mode === "sandbox") await seedPayoutTerms(database);
  else await refuseSandboxTerms(database);
  const destinations = createDestinations(secrets.sealKey);
  const quotes = createPayoutQuotes({ ...given, sealKey: secrets.sealKey });
  const acts = createWithdrawalActs({ database, submit: sequencer.submit });
  const letters = createWithdrawalLetters({
    ...given,
    destinations,
    codeKey: secrets.codeKey,
  });
  const attempts = createAttemptWindows({ ...given, key: secrets.codeKey });
  const codeGate = createWithdrawalCodeGate(attempts, MEMBER_LIMITS[mode].withdrawalCodes);
  const background = createBackground(given.log);
  const { read } = sequencer;
  const own = { ...given, destinations, quotes, acts, letters, codeGate, background, read };
  const worker = createPayoutWorker({
    ...own,
    provider: given.provider ?? (await providerOf(given)),
  });
  staff.proposals.register(payoutRailKind(given));
  staff.objectHashes.register({
    kind: WITHDRAWAL_OBJECT,
    permission: "withdrawals.read",
    read: storedWithdrawalHash,
  });
  staff.queues.register("withdrawals", "withdrawals.read", () => countOpen(database));
  // What a crash left is finished before anybody asks.
  if (given.runsJobs) worker.wake();
  return {
    handlers: {
      ...createPayoutMethodHandlers({ ...own, letters: given.letters }),
      ...createWithdrawalHandlers(own),
      ...createWithdrawalDesk({ ...own, worker }),
      ...createPromiseHandlers(given),
    },
    sweep: worker.run,
    settle: async () => {
      await worker.settle();
      await background.settle();
    },
    stop: async () => {
      await worker.stop();
      await background.settle();
    },
  };
}

/** Play money goes to a play bank; real money is paid by people. */
async function providerOf({ mode, dataDir }: MoneyOutParts): Promise<PayoutProvider> {
  return mode === "sandbox" ? await openSandboxBank(dataDir) : MANUAL_PROVIDER;
}

/** Waiting for a decision. */
async function countOpen(database: Database): Promise<number> {
  const { count } = await database
    .selectFrom("withdrawal")
    .select((eb) => eb.fn.countAll<bigint>().as("count"))
    .where("status", "=", "reviewing")
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** H13: real money is not paid on the sandbox's terms. */
async function refuseSandboxTerms(database: Database): Promise<void> {
  if (!(await hasSandboxTerms(database))) return;
  throw new StartRefusal(
    "MODE=live refuses to start: this database has the payout terms of a sandbox. " +
      "Begin with a database of its own.",
  );
}
