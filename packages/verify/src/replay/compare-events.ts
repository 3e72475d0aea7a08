// Events of the replay beside those of the journal. Numbers of orders and movements differ, since a
// lone account gets its own, and so do balances of the house: orders are translated, the rest is
// left out. Everything else must be equal, to the millionth.

import { type Command, type Event, movementsOf, type OrderId } from "@truetick/engine";
import { type Plain, plainOf } from "@truetick/proof";

/** What the journal calls the orders of the replay, and the other way round. */
export class OrderNames {
  readonly #real = new Map<number, number>();
  readonly #lone = new Map<number, OrderId>();

  /** Learns what is new in a pair of events that stand at the same place. */
  learn(lone: Event, real: Event): void {
    if (lone.type !== real.type) return;
    if ("orderId" in lone && "orderId" in real) this.#pair(lone.orderId, real.orderId);
    if (lone.type === "OrderReduced" && real.type === "OrderReduced") {
      this.#pair(lone.closedOrderId, real.closedOrderId);
    }
  }

  #pair(lone: OrderId, real: OrderId): void {
    if (this.#real.has(lone) || this.#lone.has(real)) return;
    this.#real.set(lone, real);
    this.#lone.set(real, lone);
  }

  realOf(lone: number): number {
    return this.#real.get(lone) ?? lone;
  }

  /** The same command about the orders of the replay. */
  translate(command: Command): Command {
    if (!("orderId" in command)) return command;
    return { ...command, orderId: this.#lone.get(command.orderId) ?? command.orderId };
  }
}

/** As it is compared: of its movements only what the account's own ledger line says. */
export function comparable(event: Event, accountId: number, realOf: (id: number) => number): Plain {
  const { movements: _, ...rest } = event as Event & { readonly movements?: unknown };
  const own = movementsOf(event).flatMap(({ book, cause, causeId, postings }) =>
    postings
      .filter(({ account }) => account === accountId)
      .map(({ amount, balance }) => ({
        book,
        cause,
        causeId: isOfOrder(cause) ? realOf(causeId) : causeId,
        amount,
        balance,
      })),
  );
  const named = {
    ...rest,
    ...("orderId" in event ? { orderId: realOf(event.orderId) } : {}),
    ...(event.type === "OrderReduced" ? { closedOrderId: realOf(event.closedOrderId) } : {}),
  };
  return plainOf({ ...named, own });
}

function isOfOrder(cause: string): boolean {
  return cause === "profit" || cause === "fee" || cause === "financing";
}

/** The first field that differs, said in words; null when none does. */
export function differenceOf(replayed: Plain, recorded: Plain, at = ""): string | null {
  if (isRecord(replayed) && isRecord(recorded)) {
    for (const key of new Set([...Object.keys(recorded), ...Object.keys(replayed)])) {
      const place = at === "" ? key : `${at}.${key}`;
      const difference = differenceOf(replayed[key] ?? null, recorded[key] ?? null, place);
      if (difference !== null) return difference;
    }
    return null;
  }
  if (replayed === recorded) return null;
  return `${at}: replayed ${JSON.stringify(replayed)}, recorded ${JSON.stringify(recorded)}`;
}

function isRecord(value: Plain): value is { readonly [key: string]: Plain } {
  return typeof value === "object" && value !== null;
}
