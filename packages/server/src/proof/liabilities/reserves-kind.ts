// Declaring what the house holds and where: proposed by one person, agreed on by another, public at
// once (H16). Registered with the proposals by liabilities.ts. Invariant: a declaration stays as it
// was made; the newest of a place counts, and its figures stand in the audit log.

import {
  RESERVE_PLACE_LENGTH_MAX,
  RESERVES_KIND,
  type ReservesPayload,
} from "@truetick/contract/proof";
import { formatMoney, parseMoney } from "@truetick/money";
import type { AgreedProposal, ProposalKind } from "../../members/proposals/proposal-kinds.ts";
import { appendAudit, SYSTEM_ACTOR } from "../../platform/audit/audit-log.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { type Refused, refuse } from "../../platform/handler.ts";
// The tables that are written to here.
import type {} from "./liability-table.ts";
import { findReserve, secondsOf } from "./read-reserves.ts";

const SECOND_MS = 1_000;
/** Nobody declares the last century. */
const AS_OF_MIN = Date.UTC(2000, 0, 1) / SECOND_MS;
const AMOUNT = /^(0|[1-9]\d{0,17})(\.\d{1,8})?$/;

type ReservesParts = { readonly database: Database; readonly clock: Pick<Clock, "now"> };

export function reservesKind({ database, clock }: ReservesParts): ProposalKind<ReservesPayload> {
  return {
    kind: RESERVES_KIND,
    permission: "reserves.change",
    // It says what is; there is nothing to get ready for.
    notice: "none",
    // Its own page shows it; the list of public changes is about terms.
    isPublic: false,
    parse: (given) => readPayload(given, Math.floor(clock.now() / SECOND_MS)),
    current: ({ place }) => findReserve(database, place),
    apply: (agreed, trx) => declare(agreed, trx, new Date(clock.now())),
  };
}

/** Refuses with PROPOSAL_INVALID and the field that is wrong. */
function readPayload(given: unknown, now: number): ReservesPayload | Refused {
  const fields = (given ?? {}) as Record<string, unknown>;
  const { currency, amount, usd: worth, as_of, document } = fields;
  const wrong = (problem: string) => refuse("PROPOSAL_INVALID", { problem });
  const place = typeof fields.place === "string" ? fields.place.trim() : "";
  if (place === "" || place.length > RESERVE_PLACE_LENGTH_MAX || /\p{Cc}/u.test(place)) {
    return wrong("place");
  }
  if (typeof currency !== "string" || !/^[A-Z0-9]{2,12}$/.test(currency)) return wrong("currency");
  if (typeof amount !== "string" || !AMOUNT.test(amount)) return wrong("amount");
  const usd = typeof worth === "string" && AMOUNT.test(worth) ? parseMoney(worth) : null;
  if (usd === null) return wrong("usd");
  if (currency === "USD" && parseMoney(amount) !== usd) return wrong("usd");
  const isMoment = typeof as_of === "number" && Number.isSafeInteger(as_of);
  if (!isMoment || as_of < AS_OF_MIN || as_of > now) return wrong("as_of");
  const isHash = typeof document === "string" && /^([0-9a-f]{64})?$/.test(document);
  if (!isHash) return wrong("document");
  return { place, currency, amount, usd: formatMoney(usd), as_of, document };
}

async function declare(
  { id, payload, proposedBy, approvedBy }: AgreedProposal<ReservesPayload>,
  trx: Database,
  now: Date,
): Promise<void> {
  const { place, currency, amount, usd, as_of, document } = payload;
  const worth = parseMoney(usd);
  if (worth === null) throw new Error("Invariant: what was proposed names an amount");
  const declared = await trx
    .insertInto("reserve_declaration")
    .values({
      id: BigInt(id),
      place,
      currency,
      amount,
      usd: worth,
      as_of: new Date(as_of * SECOND_MS),
      document_hash: document === "" ? null : Buffer.from(document, "hex"),
      proposed_by: BigInt(proposedBy),
      approved_by: BigInt(approvedBy),
      declared_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!declared) return;
  await appendAudit(trx, {
    actor: SYSTEM_ACTOR,
    action: "reserves.declare",
    subject: { kind: "proposal", id },
    detail: { ...payload, declared_at: secondsOf(now) },
  });
}
