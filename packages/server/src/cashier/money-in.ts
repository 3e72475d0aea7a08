// Money in, put together: rails, deposits by coin, wire and card, the desk's side of them, and the
// job that finishes what was decided. Composed by cashier.ts. Invariant: a server that takes real
// money never offers the rails of a sandbox (H13).

import type { MemberLetters } from "../members/notices/member-letters.ts";
import type { MemberPolicy } from "../members/registration/member-policy.ts";
import type { StaffDesk } from "../members/staff/staff-desk.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/database.ts";
import type { Log } from "../platform/log.ts";
import type { MemberChanges } from "../platform/member-changes.ts";
import type { Uploads } from "../platform/uploads/uploads.ts";
import type { MarketFinder } from "../trading/markets/market-directory.ts";
import type { Sequencer } from "../trading/sequencer/sequencer.ts";
import { type CardHandlers, createCardHandlers } from "./card/card.routes.ts";
import type { CardProvider } from "./card/card-provider.ts";
import { expireCards } from "./card/settle-card.ts";
import { createStripe, type StripeAccess } from "./card/stripe.ts";
import { createTestCard } from "./card/test-card.ts";
import { registerRailKinds } from "./currencies/rail-kinds.ts";
import { createRailHandlers, type RailHandlers } from "./currencies/rails.staff-routes.ts";
import { refuseForeignRails, seedSandboxRails } from "./currencies/seed-rails.ts";
import { createUsdRates, type UsdRates } from "./currencies/usd-rate.ts";
import { startCreditJob } from "./deposits/credit-deposit.ts";
import { countWaiting, storedDepositHash } from "./deposits/deposit-cases.ts";
import { DEPOSIT_OBJECT } from "./deposits/deposit-object.ts";
import { createDepositHandlers, type DepositHandlers } from "./deposits/deposits.routes.ts";
import {
  createDepositStaffHandlers,
  type DepositStaffHandlers,
} from "./deposits/deposits.staff-routes.ts";
import type { ClaimProof } from "./deposits/submit-deposit.ts";

export type MoneyInHandlers = DepositHandlers & CardHandlers & DepositStaffHandlers & RailHandlers;

export type MoneyIn = {
  readonly handlers: MoneyInHandlers;
  readonly rates: UsdRates;
  /** Finishes what was decided and what was abandoned. Runs by itself, too. */
  readonly sweep: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

export type MoneyInParts = {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether what happens by itself happens in this process. */
  readonly runsJobs: boolean;
  readonly sequencer: Pick<Sequencer, "submit" | "read">;
  readonly findMarket: MarketFinder;
  readonly letters: MemberLetters;
  readonly changes: MemberChanges;
  readonly uploads: Pick<Uploads, "claim">;
  readonly policy: MemberPolicy;
  readonly staff: Pick<StaffDesk, "proposals" | "objectHashes" | "queues">;
  readonly mode: "sandbox" | "live";
  readonly publicOrigin: string;
  readonly reviewHours: number;
  readonly stripe: StripeAccess | null;
};

const EXPIRE_EVERY_MS = 60_000;

export async function startMoneyIn(parts: MoneyInParts): Promise<MoneyIn> {
  const { database, clock, log, sequencer, findMarket, uploads, staff } = parts;
  const isSandbox = parts.mode === "sandbox";
  await refuseForeignRails(database, parts.mode);
  if (isSandbox) await seedSandboxRails(database);
  const rates = createUsdRates({ ...sequencer, findMarket, clock });
  const own = {
    ...parts,
    ...sequencer,
    rates,
    claimProof: claimBy(uploads),
  };
  const provider = providerOf(parts);
  registerRailKinds(staff.proposals.register, { database, findMarket, isSandbox });
  staff.objectHashes.register({
    kind: DEPOSIT_OBJECT,
    permission: "deposits.read",
    read: storedDepositHash,
  });
  staff.queues.register("deposits", "deposits.read", () => countWaiting(database));
  const job = startCreditJob(own, parts.runsJobs);
  const expire = async () => provider && (await expireCards(own, provider.pageLifeMs));
  const expireQuietly = () => {
    expire().catch((err) => log.error({ err }, "card pages could not be given up"));
  };
  const expiring = parts.runsJobs ? setInterval(expireQuietly, EXPIRE_EVERY_MS) : undefined;
  const webhookSecret = parts.stripe?.webhookSecret ?? null;
  return {
    handlers: {
      ...createDepositHandlers(own),
      ...createCardHandlers({ ...own, provider, isTest: isSandbox, webhookSecret }),
      ...createDepositStaffHandlers(own),
      ...createRailHandlers(parts),
    },
    rates,
    sweep: async () => {
      await job.run();
      await expire();
    },
    stop: async () => {
      clearInterval(expiring);
      await job.stop();
    },
  };
}

function claimBy(uploads: MoneyInParts["uploads"]): ClaimProof {
  return (trx, { depositId, ...claim }) =>
    uploads.claim(trx, { ...claim, purpose: "proof", subjectId: depositId });
}

/** Stripe where it is set up, the test card in a sandbox without, nobody in live without. */
function providerOf({ stripe, publicOrigin, log, mode }: MoneyInParts): CardProvider | null {
  if (stripe) return createStripe({ access: stripe, publicOrigin, log });
  return mode === "sandbox" ? createTestCard() : null;
}
