// What an account held before a row of the journal, rebuilt from what its orders became: an order
// as it ended, or stands, together with the parts that were split off from that row on. Nothing of
// the past is stored for this, and nothing is scanned: the blotter's own indexes lead there.

import type { Side } from "@truetick/engine";
import { type Money, money, ZERO_MONEY } from "@truetick/money";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";
import type { AskedOrder } from "./find-order.ts";
import type { OwnEvent, WhyRow } from "./why-row.ts";

export type HeldPosition = {
  readonly orderId: number;
  readonly marketId: number;
  readonly side: Side;
  readonly lots: number;
  readonly openPrice: number;
  readonly margin: Money;
  readonly leverage: number;
  /** Markets that converted its quote currency when it was opened. */
  readonly convertedBy: readonly number[];
};

/** What an account had. */
export type HeldAccount = { readonly cash: Money; readonly positions: readonly HeldPosition[] };

export type HeldReader = { readonly database: Database; readonly read: Sequencer["read"] };

type Wanted = { readonly order: AskedOrder; readonly row: WhyRow };

export async function readHeld(reader: HeldReader, wanted: Wanted): Promise<HeldAccount> {
  const { accountId } = wanted.order;
  // First who lives, then the blotter: who ends in between is found there.
  const living = await reader.read((books) => {
    return books.orders(accountId).flatMap(({ orderId, status }) => {
      return status === "holding" ? [orderId] : [];
    });
  });
  const [positions, cash] = await Promise.all([
    readPositions(reader.database, { ...wanted, living }),
    readCash(reader.database, wanted),
  ]);
  return { cash, positions };
}

type Row = {
  order_id: bigint;
  market_id: number;
  side: Side;
  lots: bigint;
  margin: bigint;
  leverage: number;
  open_price: bigint;
  quote_conversion: readonly { readonly market: number }[] | null;
  part_lots: string;
  part_margin: string;
};

async function readPositions(
  database: Database,
  { order, row, living }: Wanted & { readonly living: readonly number[] },
): Promise<HeldPosition[]> {
  const { rows } = await sql<Row>`
    with later as (
      select order_id, market_id, side, lots, margin, leverage, open_price from trade_order
      where account_id = ${order.accountId} and ended_at_ms is not null
        and journal_seq >= ${row.seq} and part_of is null and opened_at_ms <= ${row.atMs}
      union all
      select order_id, market_id, side, lots, margin, leverage, open_price from trade_order
      where order_id = any(${living}::bigint[]) and ended_at_ms is null
    )
    select later.*, f.quote_conversion,
      (select coalesce(sum(p.lots), 0)::text from trade_order p
       where p.part_of = later.order_id and p.journal_seq >= ${row.seq}) as part_lots,
      (select coalesce(sum(p.margin), 0)::text from trade_order p
       where p.part_of = later.order_id and p.journal_seq >= ${row.seq}) as part_margin
    from later
    join fill f on f.order_id = later.order_id and f.kind = 'open' and f.journal_seq < ${row.seq}
    order by later.order_id`.execute(database);
  return rows.map((held) => ({
    orderId: Number(held.order_id),
    marketId: held.market_id,
    side: held.side,
    lots: Number(held.lots) + Number(held.part_lots),
    openPrice: Number(held.open_price),
    margin: money(held.margin + BigInt(held.part_margin)),
    leverage: held.leverage,
    convertedBy: (held.quote_conversion ?? []).map(({ market }) => market),
  }));
}

async function readCash(database: Database, { order, row }: Wanted): Promise<Money> {
  const { rows } = await sql<{ balance: bigint }>`
    select balance from ledger_posting
    where account_id = ${order.accountId} and journal_seq < ${row.seq}
    order by journal_seq desc, position desc limit 1`.execute(database);
  return money(rows[0]?.balance ?? ZERO_MONEY);
}

/** The account after one more thing that happened to it. */
export function heldAfter(held: HeldAccount, event: OwnEvent): HeldAccount {
  return { cash: cashAfter(held.cash, event), positions: positionsAfter(held.positions, event) };
}

function cashAfter(before: Money, event: OwnEvent): Money {
  const movements = "movements" in event ? event.movements : [];
  return movements
    .flatMap(({ postings }) => postings)
    .reduce((cash, { account, balance }) => {
      return account === event.accountId ? balance : cash;
    }, before);
}

function positionsAfter(
  positions: readonly HeldPosition[],
  event: OwnEvent,
): readonly HeldPosition[] {
  switch (event.type) {
    case "OrderOpened":
      return [
        ...positions,
        {
          orderId: event.orderId,
          marketId: event.marketId,
          side: event.side,
          lots: event.lots,
          openPrice: event.openPrice,
          margin: event.margin,
          leverage: event.leverage,
          convertedBy: event.fill.quoteConversion.map(({ marketId }) => marketId),
        },
      ].sort((left, right) => left.orderId - right.orderId);
    case "OrderClosed":
      return positions.filter(({ orderId }) => orderId !== event.orderId);
    case "OrderReduced":
      return positions.map((position) =>
        position.orderId === event.orderId
          ? { ...position, lots: event.lotsLeft, margin: event.marginLeft }
          : position,
      );
    default:
      return positions;
  }
}
