// Codecs of movements of money: at length, and those of openings and closings in a few words.
import { assert, type Money, money } from "@truetick/money";
import { type AccountId, accountId, type Book } from "../account.ts";
import type { HouseAccount, LedgerAccount, Movement, MovementCause, Posting } from "../ledger.ts";
import type { OrderId } from "../order.ts";
import { type ByteReader, type ByteWriter, placeOf } from "./bytes.ts";
import { BOOKS, HOUSES, MOVEMENT_CAUSES } from "./names.ts";
import { readList } from "./parts.ts";

export function writeMovements(to: ByteWriter, movements: readonly Movement[]): void {
  to.uint(movements.length);
  for (const movement of movements) {
    const book = placeOf(BOOKS, movement.book);
    const cause = placeOf(MOVEMENT_CAUSES, movement.cause);
    to.four(movement.movementId, book, cause, movement.causeId);
    const first = movement.postings[0];
    const second = movement.postings[1];
    to.two(codeOf(first.account), codeOf(second.account));
    // The second amount is the first one's opposite (inv01).
    to.int64(first.amount);
    to.twoAmounts(first.balance, second.balance);
  }
}

export function readMovements(from: ByteReader): Movement[] {
  return readList(from, () => ({
    movementId: from.uint(),
    book: from.name(BOOKS),
    cause: from.name(MOVEMENT_CAUSES),
    causeId: from.uint(),
    postings: readPostings(from),
  }));
}

/** What the one movement of an opening or closing repeats of its event. */
type OrderMoney = {
  readonly book: Book;
  readonly accountId: AccountId;
  readonly orderId: OrderId;
  readonly movements: readonly Movement[];
};

/** How the movements of an opening or closing are written. */
const NO_MOVEMENT = 0;
const AS_EXPECTED = 1;
const AT_LENGTH = 2;

/**
 * The movements of an opening or closing: as a rule one, of the amount that the event tells,
 * between the order's account and a house account. Then its number and two balances say it all.
 */
export function writeOrderMovements(
  to: ByteWriter,
  event: OrderMoney,
  expected: { house: HouseAccount; cause: MovementCause; amount: bigint },
): void {
  const { movements } = event;
  const movement = movements[0];
  if (movement === undefined) {
    to.uint(NO_MOVEMENT);
    return;
  }
  const own = movement.postings[0];
  const other = movement.postings[1];
  const isExpected =
    movements.length === 1 &&
    movement.book === event.book &&
    movement.cause === expected.cause &&
    movement.causeId === event.orderId &&
    own.account === event.accountId &&
    own.amount === expected.amount &&
    other.account === expected.house;
  if (isExpected) {
    to.two(AS_EXPECTED, movement.movementId);
    to.twoAmounts(own.balance, other.balance);
  } else {
    to.uint(AT_LENGTH);
    writeMovements(to, movements);
  }
}

export function readOrderMovements(
  from: ByteReader,
  event: Omit<OrderMoney, "movements">,
  expected: { house: HouseAccount; cause: MovementCause; amount: Money },
): Movement[] {
  const kind = from.uint();
  if (kind === NO_MOVEMENT) return [];
  if (kind === AT_LENGTH) return readMovements(from);
  assert(kind === AS_EXPECTED, "Invariant: a read movement is of a known kind");
  const { house, cause, amount } = expected;
  return [
    {
      movementId: from.uint(),
      book: event.book,
      cause,
      causeId: event.orderId,
      postings: [
        { account: event.accountId, amount, balance: from.money() },
        { account: house, amount: money(-amount), balance: from.money() },
      ],
    },
  ];
}

/** House accounts are even, the others odd. */
function codeOf(account: LedgerAccount): number {
  return typeof account === "number" ? account * 2 + 1 : placeOf(HOUSES, account) * 2;
}

function readAccount(from: ByteReader): LedgerAccount {
  const place = from.uint();
  if (place % 2 === 1) return accountId((place - 1) / 2);
  const house = HOUSES[place / 2];
  assert(house !== undefined, "Invariant: a read house account is in its list");
  return house;
}

function readPostings(from: ByteReader): readonly [Posting, Posting] {
  const first = readAccount(from);
  const second = readAccount(from);
  const amount = from.money();
  return [
    { account: first, amount, balance: from.money() },
    { account: second, amount: money(-amount), balance: from.money() },
  ];
}
