// Commands to bytes and back, for the journal, which keeps what was asked beside what happened.
// Only accepted commands are written: a refused one may hold numbers that no market has.
import { assert, lots, type Money, price, ZERO_MONEY } from "@truetick/money";
import { type AccountId, accountId } from "../account.ts";
import type { Command } from "../command.ts";
import { marketId } from "../market.ts";
import { orderId } from "../order.ts";
import { ByteReader, ByteWriter } from "./bytes.ts";
import {
  BOOKS,
  COMMAND_TYPES,
  REQUESTED_CLOSE_REASONS,
  REQUESTED_CREDIT_CAUSES,
  SESSIONS,
  SIDES,
  TRANSFER_CAUSES,
} from "./names.ts";
import { readLimits, readTerms, writeLimits, writeTerms } from "./parts.ts";

type Write<One> = (to: ByteWriter, command: One) => void;
/** What is left to read once type and time are known. */
type Rest<Type> = Omit<Extract<Command, { type: Type }>, "type" | "atMs">;
type Codecs = {
  readonly [Type in Command["type"]]: readonly [
    write: Write<Extract<Command, { type: Type }>>,
    read: (from: ByteReader) => Rest<Type>,
  ];
};

const CODECS: Codecs = {
  PlaceOrder: [
    (to, command) => {
      to.uint(command.accountId);
      to.uint(command.marketId);
      to.name(SIDES, command.side);
      to.uint(command.lots);
      to.uint(command.leverage);
      to.optional(command.target);
      to.optional(command.askedPrice);
      // Zero points of deviation is a wish of its own, unlike none.
      to.optional(command.maxDeviation === null ? null : command.maxDeviation + 1);
      to.optional(command.stopLoss);
      to.optional(command.takeProfit);
      to.optional(command.trailingDistance);
      to.optional(command.expiresAtMs);
    },
    (from) => ({
      accountId: accountId(from.uint()),
      marketId: marketId(from.uint()),
      side: from.name(SIDES),
      lots: lots(from.uint()),
      leverage: from.uint(),
      target: from.optionalPrice(),
      askedPrice: from.optionalPrice(),
      maxDeviation: deviationOf(from.optional()),
      stopLoss: from.optionalPrice(),
      takeProfit: from.optionalPrice(),
      trailingDistance: from.optional(),
      expiresAtMs: from.optional(),
    }),
  ],
  CloseOrder: [
    (to, command) => {
      to.uint(command.accountId);
      to.uint(command.orderId);
      to.optional(command.lots);
      to.name(REQUESTED_CLOSE_REASONS, command.reason);
    },
    (from) => ({
      ...readOrder(from),
      lots: lotsOf(from.optional()),
      reason: from.name(REQUESTED_CLOSE_REASONS),
    }),
  ],
  CloseAll: [
    (to, command) => {
      to.uint(command.accountId);
      to.optional(command.marketId);
      to.name(REQUESTED_CLOSE_REASONS, command.reason);
      to.bool(command.isCancellingPending);
    },
    (from) => ({
      accountId: accountId(from.uint()),
      marketId: marketOf(from.optional()),
      reason: from.name(REQUESTED_CLOSE_REASONS),
      isCancellingPending: from.bool(),
    }),
  ],
  CancelOrder: [writeOrder, readOrder],
  SetStops: [
    (to, command) => {
      writeOrder(to, command);
      to.optional(command.stopLoss);
      to.optional(command.takeProfit);
    },
    (from) => ({
      ...readOrder(from),
      stopLoss: from.optionalPrice(),
      takeProfit: from.optionalPrice(),
    }),
  ],
  SetTrailing: [
    (to, command) => {
      writeOrder(to, command);
      to.optional(command.distance);
    },
    (from) => ({ ...readOrder(from), distance: from.optional() }),
  ],
  AmendOrder: [
    (to, command) => {
      writeOrder(to, command);
      to.uint(command.target);
      to.optional(command.stopLoss);
      to.optional(command.takeProfit);
      to.optional(command.expiresAtMs);
    },
    (from) => ({
      ...readOrder(from),
      target: price(from.uint()),
      stopLoss: from.optionalPrice(),
      takeProfit: from.optionalPrice(),
      expiresAtMs: from.optional(),
    }),
  ],
  ExpireOrders: [() => undefined, () => ({})],
  TakeQuote: [
    (to, command) => {
      to.uint(command.marketId);
      to.uint(command.seq);
      to.uint(command.bid);
      to.uint(command.ask);
      to.optional(command.quotedAtMs ?? null);
    },
    (from) => ({
      ...readMarket(from),
      seq: from.uint(),
      bid: price(from.uint()),
      ask: price(from.uint()),
      ...readQuotedAt(from),
    }),
  ],
  MarkStale: [writeMarket, readMarket],
  DefineMarket: [
    (to, command) => writeTerms(to, command.terms),
    (from) => ({ terms: readTerms(from) }),
  ],
  SetMarketSession: [
    (to, command) => {
      to.uint(command.marketId);
      to.name(SESSIONS, command.session);
    },
    (from) => ({ ...readMarket(from), session: readSession(from) }),
  ],
  DelistMarket: [writeMarket, readMarket],
  ChargeFinancing: [
    (to, command) => {
      to.uint(command.marketId);
      to.uint(command.cutDate);
      to.uint(command.cutAtMs);
      to.uint(command.weekday);
    },
    (from) => ({
      ...readMarket(from),
      cutDate: from.uint(),
      cutAtMs: from.uint(),
      weekday: from.uint(),
    }),
  ],
  StartDay: [(to, command) => to.uint(command.cutDate), (from) => ({ cutDate: from.uint() })],
  OpenAccount: [
    (to, command) => {
      to.uint(command.accountId);
      to.uint(command.ownerId);
      to.name(BOOKS, command.book);
      // A grant is no word: the bytes of a time when every demo had one.
      if (command.isGranted === false) to.uint(WITHOUT_GRANT);
    },
    (from) => ({
      accountId: accountId(from.uint()),
      ownerId: from.uint(),
      book: from.name(BOOKS),
      ...readGrant(from),
    }),
  ],
  SetLimits: [
    (to, command) => {
      to.uint(command.accountId);
      writeLimits(to, command.limits);
      to.uint(command.dayEndsAtMs);
    },
    (from) => ({
      accountId: accountId(from.uint()),
      limits: readLimits(from),
      dayEndsAtMs: from.uint(),
    }),
  ],
  ResetDemo: [
    (to, command) => to.uint(command.accountId),
    (from) => ({ accountId: accountId(from.uint()) }),
  ],
  Credit: [
    (to, command) => {
      to.uint(command.accountId);
      to.name(REQUESTED_CREDIT_CAUSES, command.cause);
      to.uint(command.causeId);
      to.int64(command.amount);
    },
    (from) => ({
      accountId: accountId(from.uint()),
      cause: from.name(REQUESTED_CREDIT_CAUSES),
      causeId: from.uint(),
      amount: from.money(),
    }),
  ],
  Hold: [
    (to, command) => {
      to.uint(command.accountId);
      to.uint(command.withdrawalId);
      to.int64(command.amount);
    },
    (from) => ({
      accountId: accountId(from.uint()),
      withdrawalId: from.uint(),
      amount: from.money(),
    }),
  ],
  Release: [
    (to, command) => to.uint(command.withdrawalId),
    (from) => ({ withdrawalId: from.uint() }),
  ],
  Settle: [
    (to, command) => {
      to.uint(command.withdrawalId);
      // No fee is no word: the bytes of a time when settling knew none.
      if (command.fee !== ZERO_MONEY) to.int64(command.fee);
    },
    (from) => ({ withdrawalId: from.uint(), fee: readFee(from) }),
  ],
  Transfer: [
    (to, command) => {
      to.uint(command.transferId);
      to.uint(command.fromAccountId);
      to.uint(command.toAccountId);
      to.int64(command.amount);
      to.name(TRANSFER_CAUSES, command.cause);
    },
    (from) => ({
      transferId: from.uint(),
      fromAccountId: accountId(from.uint()),
      toAccountId: accountId(from.uint()),
      amount: from.money(),
      cause: from.name(TRANSFER_CAUSES),
    }),
  ],
};

const VERSION = 2;
const writer = new ByteWriter();

export function encodeCommand(command: Command): Uint8Array<ArrayBuffer> {
  writer.begin();
  writer.uint(VERSION);
  writer.name(COMMAND_TYPES, command.type);
  writer.uint(command.atMs);
  // The table pairs each type with its codec; an index loses the pairing, hence the casts.
  (CODECS[command.type][0] as Write<Command>)(writer, command);
  return writer.finish();
}

type OfOneAccount = Extract<Command, { readonly accountId: AccountId }>["type"];

/** What one of these does, it does to its account alone; each names it first. */
const OF_ONE_ACCOUNT: Readonly<Record<OfOneAccount, true>> = {
  PlaceOrder: true,
  CloseOrder: true,
  CloseAll: true,
  CancelOrder: true,
  SetStops: true,
  SetTrailing: true,
  AmendOrder: true,
  OpenAccount: true,
  SetLimits: true,
  ResetDemo: true,
  Credit: true,
  Hold: true,
};

/** The one account that a command names, without reading the rest; null: none, or several. */
export function accountOfCommand(bytes: Uint8Array): AccountId | null {
  const from = new ByteReader(bytes);
  assert(from.uint() === VERSION, "Invariant: only known versions of commands are read");
  if (!(from.name(COMMAND_TYPES) in OF_ONE_ACCOUNT)) return null;
  from.uint();
  return accountId(from.uint());
}

export function decodeCommand(bytes: Uint8Array): Command {
  const from = new ByteReader(bytes);
  assert(from.uint() === VERSION, "Invariant: only known versions of commands are read");
  const type = from.name(COMMAND_TYPES);
  const command = { type, atMs: from.uint(), ...CODECS[type][1](from) } as Command;
  assert(from.isAtEnd, "Invariant: nothing follows a command");
  return command;
}

function writeOrder(to: ByteWriter, command: { accountId: number; orderId: number }): void {
  to.uint(command.accountId);
  to.uint(command.orderId);
}

function readOrder(from: ByteReader) {
  return { accountId: accountId(from.uint()), orderId: orderId(from.uint()) };
}

function writeMarket(to: ByteWriter, command: { marketId: number }): void {
  to.uint(command.marketId);
}

function readQuotedAt(from: ByteReader): { quotedAtMs?: number } {
  const quotedAtMs = from.optional();
  return quotedAtMs === null ? {} : { quotedAtMs };
}

/** The only word there is about grants. */
const WITHOUT_GRANT = 1;

function readGrant(from: ByteReader): { isGranted?: false } {
  if (from.isAtEnd) return {};
  assert(from.uint() === WITHOUT_GRANT, "Invariant: one value, one encoding");
  return { isGranted: false };
}

function readFee(from: ByteReader): Money {
  if (from.isAtEnd) return ZERO_MONEY;
  const fee = from.money();
  assert(fee !== ZERO_MONEY, "Invariant: one value, one encoding");
  return fee;
}

function readMarket(from: ByteReader) {
  return { marketId: marketId(from.uint()) };
}

function readSession(from: ByteReader) {
  const session = from.name(SESSIONS);
  assert(session !== "delisted", "Invariant: delisting has its own command");
  return session;
}

function deviationOf(count: number | null): number | null {
  return count === null ? null : count - 1;
}

function lotsOf(count: number | null) {
  return count === null ? null : lots(count);
}

function marketOf(count: number | null) {
  return count === null ? null : marketId(count);
}
