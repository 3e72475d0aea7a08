// A member tells that money was sent. What is kept is what our own rails say (the address, the
// account), never what the client says they are (T62); a picture proves nothing by itself, somebody
// looks for the money (T61). The same attempt is kept once (T01).

import type { CoinDraft, WireDraft } from "@truetick/contract/calls";
import { parseDecimal } from "@truetick/money";
import type { Insertable } from "kysely";
import pg from "pg";
import { countriesOf, isRestricted } from "../../members/areas/where-from.ts";
import type { MemberPolicy } from "../../members/registration/member-policy.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Tables } from "../../platform/database.ts";
import { isRefused, type Refused, refuse, type TraderContext } from "../../platform/handler.ts";
import { inTransaction } from "../../platform/in-transaction.ts";
import { momentText } from "../../platform/moment-text.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";
import {
  bankRemark,
  type CurrencyRow,
  offeredNetworks,
  offeredWires,
  pricedCurrency,
} from "../currencies/rail-table.ts";
import { type UsdRates, usdWorth } from "../currencies/usd-rate.ts";
import { noteMemberStep } from "../member-step.ts";
import {
  attemptHashes,
  countOpenDeposits,
  type DepositRecord,
  findAttempt,
} from "./deposit-table.ts";
import { amountText } from "./describe-deposit.ts";
import { markTwins } from "./proof-twins.ts";

/** Makes an own, unclaimed upload the proof of this deposit; refuses UPLOAD_UNKNOWN (T38). */
export type ClaimProof = (
  trx: Database,
  claim: { readonly url: string; readonly userId: number; readonly depositId: number },
) => Promise<Proof | Refused>;

type Proof = {
  readonly id: string;
  /** SHA-256 of the pixels. */
  readonly pixelHash: Buffer;
  /** 64 zeros and ones: alike for what looks alike. */
  readonly likeness: string;
};

export type SubmitParts = {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
  readonly read: Sequencer["read"];
  readonly policy: MemberPolicy;
  readonly rates: UsdRates;
  readonly claimProof: ClaimProof;
  readonly reviewHours: number;
};

/** Enough for anybody; more would bury the queue. */
const OPEN_DEPOSITS_MAX = 20;
const HOUR_MS = 3_600_000;
const UNIQUE_VIOLATION = "23505";

type NewDeposit = Insertable<Tables["deposit"]>;

/** Refuses: REGION_RESTRICTED, SELF_EXCLUDED, ACCOUNT_UNKNOWN, TOO_MANY_DEPOSITS. */
export async function checkMayDeposit(
  parts: Pick<SubmitParts, "database" | "clock" | "read" | "policy">,
  { caller: { userId, accountId }, language }: TraderContext,
): Promise<Refused | null> {
  const { database, clock, read, policy } = parts;
  const member = await database
    .selectFrom("app_user")
    .select(["area", "country", "mobile", "stated_mobile as statedMobile"])
    .where("id", "=", BigInt(userId))
    .executeTakeFirstOrThrow();
  if (isRestricted(countriesOf(member), await policy())) return refuse("REGION_RESTRICTED");
  const account = await read((books) => books.account(accountId));
  if (!account) return refuse("ACCOUNT_UNKNOWN");
  const untilMs = account.limits.selfExcludedUntilMs ?? 0;
  if (untilMs > clock.now()) {
    return refuse("SELF_EXCLUDED", { until: momentText(language, untilMs) });
  }
  if ((await countOpenDeposits(database, userId)) >= OPEN_DEPOSITS_MAX) {
    return refuse("TOO_MANY_DEPOSITS", { openMax: OPEN_DEPOSITS_MAX });
  }
  return null;
}

/** Refuses: FIELD_INVALID, DEPOSIT_BELOW_MINIMUM, DEPOSIT_ABOVE_MAXIMUM. */
export function readAmount(
  typed: string,
  bounds: Pick<CurrencyRow, "code" | "decimals" | "amount_min" | "amount_max">,
): bigint | Refused {
  const { code: currency, decimals, amount_min, amount_max } = bounds;
  const amount = parseDecimal(typed, decimals);
  if (amount === null) return refuse("FIELD_INVALID", { field: "number" });
  const inWords = (units: bigint) => amountText({ amount: units, decimals });
  if (amount < amount_min) {
    return refuse("DEPOSIT_BELOW_MINIMUM", { min: inWords(amount_min), currency });
  }
  if (amount > amount_max) {
    return refuse("DEPOSIT_ABOVE_MAXIMUM", { max: inWords(amount_max), currency });
  }
  return amount;
}

/** The attempt as it ended before, or KEY_REUSED; null: go on. */
export async function repeatedAttempt(
  database: Database,
  { caller, attempt }: TraderContext,
): Promise<DepositRecord | Refused | null> {
  const hashes = attemptHashes(attempt);
  const before = await findAttempt(database, caller.userId, hashes);
  if (!before || !hashes.payload_hash) return null;
  return before.payload_hash?.equals(hashes.payload_hash) ? before : refuse("KEY_REUSED");
}

/** Refuses also: DEPOSIT_CHANNEL_UNKNOWN, ADDRESS_DIFFERS, UPLOAD_UNKNOWN. */
export async function submitCoin(
  parts: SubmitParts,
  draft: CoinDraft,
  context: TraderContext,
): Promise<DepositRecord | Refused> {
  return submit(parts, context, async () => {
    const [offer] = await offeredNetworks(parts.database, draft.networkId);
    if (!offer) return refuse("DEPOSIT_CHANNEL_UNKNOWN");
    const { network, currency } = offer;
    if (draft.shownAddress !== null && draft.shownAddress !== network.address) {
      return refuse("ADDRESS_DIFFERS");
    }
    const row = await newRow(parts, { context, currency, typed: draft.amount });
    if (isRefused(row)) return row;
    const { address, protocol_code } = network;
    const own = { network_id: network.id, protocol_code, address, note: draft.note };
    return { row: { ...row, kind: "coin", ...own }, proofUrl: draft.proofUrl };
  });
}

/** Refuses also: DEPOSIT_CHANNEL_UNKNOWN, PROOF_REQUIRED, UPLOAD_UNKNOWN. */
export async function submitWire(
  parts: SubmitParts,
  draft: WireDraft,
  context: TraderContext,
): Promise<DepositRecord | Refused> {
  return submit(parts, context, async () => {
    const [offer] = await offeredWires(parts.database, draft.optionId);
    if (!offer) return refuse("DEPOSIT_CHANNEL_UNKNOWN");
    if (draft.proofUrl === null) return refuse("PROOF_REQUIRED");
    const { option, currency } = offer;
    const row = await newRow(parts, { context, currency, typed: draft.amount });
    if (isRefused(row)) return row;
    const { bank_name, payee_account } = option;
    const bank_remark = bankRemark(option, await uidOf(parts.database, context.caller.userId));
    const own = { wire_option_id: option.id, bank_name, payee_account, bank_remark };
    return { row: { ...row, kind: "wire", ...own }, proofUrl: draft.proofUrl };
  });
}

type Prepared = { readonly row: NewDeposit; readonly proofUrl: string | null };

async function submit(
  parts: SubmitParts,
  context: TraderContext,
  prepare: () => Promise<Prepared | Refused>,
): Promise<DepositRecord | Refused> {
  const before = await repeatedAttempt(parts.database, context);
  if (before) return before;
  const refused = await checkMayDeposit(parts, context);
  if (refused) return refused;
  const prepared = await prepare();
  if (isRefused(prepared)) return prepared;
  try {
    return await keep(parts, prepared, context.caller.userId);
  } catch (error) {
    // The same attempt, at the same moment: the other one was quicker.
    const isTwin = error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION;
    const twin = isTwin ? await repeatedAttempt(parts.database, context) : null;
    if (twin) return twin;
    throw error;
  }
}

async function newRow(
  parts: SubmitParts,
  given: {
    readonly context: TraderContext;
    readonly currency: CurrencyRow;
    readonly typed: string;
  },
): Promise<Omit<NewDeposit, "kind"> | Refused> {
  const { context, currency, typed } = given;
  const amount = readAmount(typed, currency);
  if (isRefused(amount)) return amount;
  const rate = await parts.rates(pricedCurrency(currency));
  const nowMs = parts.clock.now();
  return {
    user_id: BigInt(context.caller.userId),
    account_id: BigInt(context.caller.accountId),
    state: "reviewing",
    currency_code: currency.code,
    decimals: currency.decimals,
    amount,
    network_id: null,
    wire_option_id: null,
    proof_id: null,
    proof_hash: null,
    proof_likeness: null,
    expected_usd: rate && usdWorth(amount, currency.decimals, rate),
    ...attemptHashes(context.attempt),
    created_at: new Date(nowMs),
    due_at: new Date(nowMs + parts.reviewHours * HOUR_MS),
  };
}

/** In one transaction: the row, and the picture that belongs to it from now on (T38, inv28). */
function keep(
  { database, claimProof }: SubmitParts,
  { row, proofUrl }: Prepared,
  userId: number,
): Promise<DepositRecord | Refused> {
  return inTransaction(database, async (trx) => {
    const kept = await trx
      .insertInto("deposit")
      .values(row)
      .returningAll()
      .executeTakeFirstOrThrow();
    const step = { userId, of: "deposit", id: kept.id, step: "report" } as const;
    const detail = { currency: kept.currency_code, amount: String(kept.amount) };
    if (proofUrl === null) {
      await noteMemberStep(trx, { ...step, detail });
      return kept;
    }
    const claimed = await claimProof(trx, { url: proofUrl, userId, depositId: Number(kept.id) });
    if (isRefused(claimed)) return claimed;
    const has_twin = await markTwins(trx, { depositId: kept.id, likeness: claimed.likeness });
    const proved = await trx
      .updateTable("deposit")
      .set({
        proof_id: claimed.id,
        proof_hash: claimed.pixelHash,
        proof_likeness: claimed.likeness,
        has_twin,
      })
      .where("id", "=", kept.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await noteMemberStep(trx, { ...step, detail });
    return proved;
  });
}

export async function uidOf(database: Database, userId: number): Promise<string> {
  const { uid } = await database
    .selectFrom("app_user")
    .select("uid")
    .where("id", "=", BigInt(userId))
    .executeTakeFirstOrThrow();
  return uid;
}
