// What people agree on when they credit a deposit: the hash of whose it is, what was sent where,
// under which reference it was found and what it is worth (H08). Invariant: the same bytes as the
// database's own `deposit_hash`, so that either path tells when the other is lied to.

import { MONEY_SCALE, type Money, money } from "@truetick/money";
import { objectHash } from "../../members/approvals/approvals.ts";
import type { DepositRecord } from "./deposit-table.ts";

export const DEPOSIT_OBJECT = "deposit";

/** From this on a second person agrees; the same as the database's `deposit_approvals_needed`. */
export const TWO_FROM: Money = money(1_000n * MONEY_SCALE);

export function approvalsNeeded(creditUsd: bigint | null): number {
  return creditUsd !== null && creditUsd >= TWO_FROM ? 2 : 1;
}

export function depositHash(row: DepositRecord): string {
  return objectHash(DEPOSIT_OBJECT, {
    account: row.account_id,
    address: row.address,
    amount: row.amount,
    credit: row.credit_usd,
    currency: row.currency_code,
    decimals: row.decimals,
    id: row.id,
    network: row.network_id,
    payee: row.payee_account,
    proof: row.proof_hash?.toString("hex") ?? "",
    rateMarket: row.rate_market,
    rateSeq: row.rate_seq,
    reference: row.reference,
    user: row.user_id,
    way: row.kind,
    wire: row.wire_option_id,
  });
}

/** One spelling of a bank's or a chain's reference: what differs in it is another payment. */
export function referenceKey(reference: string): string {
  return reference.normalize("NFKC").replaceAll(/\s+/g, "").toLowerCase().replace(/^0x/, "");
}
