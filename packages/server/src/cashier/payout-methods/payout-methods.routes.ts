// The calls about payout methods: which currencies there are, which methods are the caller's, and
// adding and removing one. Invariants: an address or an account is held against its checksum before
// it is kept (T70); a new one waits before it is used, and its owner is told at once (T69); while
// payouts are frozen none is added (T16).

import type { Language } from "@truetick/contract";
import {
  newPayoutMethodFromFields,
  payoutChannelFromFields,
  payoutMethodIdFromFields,
  payoutMethodListFromFields,
} from "@truetick/contract/calls";
import {
  type NewPayoutMethod,
  type PayoutMethod,
  payoutCurrencyToWire,
  payoutFieldName,
  payoutMethodToWire,
} from "@truetick/contract/cashier";
import { holdMember } from "../../members/freezes/freezes.ts";
import type { MemberLetters } from "../../members/notices/member-letters.ts";
import { createAttemptLimit } from "../../platform/attempt-limit.ts";
import type { Background } from "../../platform/background.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { type Handlers, isRefused, type Refused, refuse } from "../../platform/handler.ts";
import { inTransaction } from "../../platform/in-transaction.ts";
import type { MemberChanges } from "../../platform/member-changes.ts";
import { momentText } from "../../platform/moment-text.ts";
import type { News } from "../../platform/news/news.ts";
import { priceText, type UsdRates } from "../currencies/usd-rate.ts";
import { checkFreeze } from "../withdrawals/may-withdraw.ts";
import { readBankAccount } from "./bank-account.ts";
import { readCoinAddress } from "./coin-address.ts";
import {
  type Destination,
  type Destinations,
  destinationText,
  maskDestination,
} from "./destination.ts";
import {
  insertMethod,
  listMethods,
  type NewMethod,
  type PayoutMethodRow,
  removeMethod,
} from "./payout-method-table.ts";
import {
  describeTerms,
  findOfferedTerms,
  type PayoutTerms,
  pricedPayout,
  readPayoutTerms,
} from "./payout-terms-table.ts";

export type PayoutMethodParts = {
  readonly database: Database;
  readonly clock: Clock;
  readonly news: News;
  readonly destinations: Destinations;
  readonly rates: UsdRates;
  readonly letters: MemberLetters;
  readonly changes: Pick<MemberChanges, "tell">;
  readonly background: Background;
  readonly coolingSec: number;
};

export type PayoutMethodHandlers = Handlers<
  "listPayoutCurrencies" | "listPayoutMethods" | "bindPayoutMethod" | "removePayoutMethod"
>;

const METHODS_MAX = 20;
const BINDINGS_PER_HOUR_MAX = 30;
const HOUR_MS = 3_600_000;

export function createPayoutMethodHandlers(parts: PayoutMethodParts): PayoutMethodHandlers {
  const { database } = parts;
  return {
    async listPayoutCurrencies(fields) {
      const channel = payoutChannelFromFields(fields);
      const terms = (await readPayoutTerms(database)).filter(
        (row) => row.isOffered && (channel === null || row.channel === channel),
      );
      return { data: await describeAll(parts, terms) };
    },
    async listPayoutMethods(fields, { caller: { userId } }) {
      const rows = await listMethods(database, { userId, ...payoutMethodListFromFields(fields) });
      return { data: rows.map((row) => payoutMethodToWire(describeMethod(parts, row))) };
    },
    bindPayoutMethod: createBinding(parts),
    async removePayoutMethod(fields, { caller: { userId } }) {
      const methodId = payoutMethodIdFromFields(fields);
      const isGone = await removeMethod(parts, { methodId, userId });
      if (!isGone) return refuse("METHOD_UNKNOWN");
      parts.changes.tell(userId, "method");
      return {};
    },
  };
}

async function describeAll({ rates }: PayoutMethodParts, terms: readonly PayoutTerms[]) {
  const described = terms.map(async (row) => {
    const found = await rates(pricedPayout(row));
    return payoutCurrencyToWire(describeTerms(row, found ? priceText(found) : ""));
  });
  return await Promise.all(described);
}

function createBinding(parts: PayoutMethodParts): PayoutMethodHandlers["bindPayoutMethod"] {
  const { database, clock, news, destinations, letters, background } = parts;
  const bindings = createAttemptLimit({
    clock,
    attemptsMax: BINDINGS_PER_HOUR_MAX,
    windowMs: HOUR_MS,
    shared: { news, name: "bindings" },
  });
  return async (fields, { caller: { userId }, language }) => {
    const given = newPayoutMethodFromFields(fields);
    const terms = await findOfferedTerms(database, Number(given.currencyId));
    if (terms?.channel !== given.channel) return refuse("PAYOUT_CURRENCY_UNKNOWN");
    const destination = readDestination(given, terms);
    if (isRefused(destination)) return destination;
    if (!bindings.allows(String(userId))) {
      return refuse("TOO_MANY_ATTEMPTS", { seconds: HOUR_MS / 1_000 });
    }
    const all = await listMethods(database, { userId, channel: null, currencyId: null });
    if (all.length >= METHODS_MAX) return refuse("TOO_MANY_METHODS", { max: METHODS_MAX });
    const { currencyId } = terms;
    const sealed = destinations.close(destination);
    const bound = await bind(parts, { ...sealed, userId, currencyId }, language);
    if (isRefused(bound)) return bound;
    const { id, boundAtMs, usableAtMs } = bound;
    parts.changes.tell(userId, "method");
    background.run("tell of a payout method", () =>
      letters.send(
        userId,
        {
          kind: "methodBound",
          key: "mail.methodBound.text",
          notice: {
            facts: { kind: "methodBound", currency: terms.code, usableAtMs },
            source: "method",
            sourceId: String(id),
          },
        },
        (language) => ({
          currency: terms.code,
          destination: destinationText(destination),
          until: momentText(language, usableAtMs),
        }),
      ),
    );
    return payoutMethodToWire({
      id: String(id),
      ...methodFields(destination, currencyId),
      usableAt: Math.ceil(usableAtMs / 1_000),
      createdAt: Math.floor(boundAtMs / 1_000),
    });
  };
}

/** Refuses: WITHDRAWALS_FROZEN, also while the freeze is being written (T16), METHOD_KNOWN. */
async function bind(
  { database, clock, coolingSec }: PayoutMethodParts,
  method: Omit<NewMethod, "boundAtMs" | "usableAtMs">,
  language: Language,
) {
  const { userId } = method;
  return await inTransaction(database, async (trx) => {
    await holdMember(trx, userId);
    const frozen = await checkFreeze({ database: trx, clock }, { userId, language });
    if (frozen) return frozen;
    const boundAtMs = clock.now();
    const usableAtMs = boundAtMs + coolingSec * 1_000;
    const id = await insertMethod(trx, { ...method, boundAtMs, usableAtMs });
    return id === null ? refuse("METHOD_KNOWN") : { id, boundAtMs, usableAtMs };
  });
}

/** Refuses: ADDRESS_INVALID, FIELD_INVALID. */
function readDestination(given: NewPayoutMethod, terms: PayoutTerms): Destination | Refused {
  const { code, network } = terms;
  if (given.channel === "bank") {
    const read = readBankAccount(given, code);
    if (!read.isOk) return refuse("FIELD_INVALID", { field: payoutFieldName(read.field) });
    return { channel: "bank", code, network, ...read.account };
  }
  const address = network === "WIRE" ? null : readCoinAddress(network, given.coinAddress);
  if (address === null) return refuse("ADDRESS_INVALID", { network });
  return { channel: "coin", code, network, coinAddress: address };
}

function describeMethod({ destinations }: PayoutMethodParts, row: PayoutMethodRow): PayoutMethod {
  return {
    id: String(row.id),
    ...methodFields(destinations.open(row), row.currency_id),
    usableAt: Math.ceil(row.usable_at.getTime() / 1_000),
    createdAt: Math.floor(row.bound_at.getTime() / 1_000),
  };
}

function methodFields(destination: Destination, currencyId: number) {
  const { channel, code, network } = destination;
  return {
    channel,
    ...maskDestination(destination),
    currency: { id: String(currencyId), code, network },
  };
}
