// Why an order was closed, cancelled or called, put together: finds the row of the journal that did
// it, rebuilds the account of that moment, and has the story told by the file of its kind. Reads
// only; whose order it is was looked at before.

import type { Why, WhyStep } from "@truetick/contract/proof";
import type { StoppedOut, TakeQuote } from "@truetick/engine";
import { formatMoney, formatRate, money } from "@truetick/money";
import { type MarketDirectory, marketOf } from "../../trading/markets/market-directory.ts";
import { avoidByFunds } from "./avoid-stop-out.ts";
import { explainClose, valuedStep } from "./explain-close.ts";
import { explainStopOut } from "./explain-stop-out.ts";
import { closingPrice, lotsText, momentOf, priceText } from "./figures.ts";
import type { AskedOrder } from "./find-order.ts";
import { callIn, type FoundCall, findMarginCall } from "./margin-call.ts";
import { readPending } from "./pending-orders.ts";
import { type Scene, valueScene } from "./scene.ts";
import {
  isConverting,
  type NamedQuote,
  namedBy,
  onceEach,
  readHeldAt,
  readScene,
  tickOf,
  type WhyParts,
} from "./scene-reader.ts";
import { readQuote, type TapeQuote } from "./tape-quotes.ts";
import { TickList } from "./tick-list.ts";
import { type OwnEvent, ownEvents, readRow, type WhyRow } from "./why-row.ts";

export type ExplainParts = WhyParts & { readonly directory: MarketDirectory };

type Told = Pick<Why, "about" | "steps" | "avoided" | "same"> & { readonly row: WhyRow };

const MARGIN_CALL_PERCENT = 100n;

/** Null: nothing happened to it so far. */
export async function explainOrder(parts: ExplainParts, order: AskedOrder): Promise<Why | null> {
  const teller = new Teller(parts, order);
  const told = await teller.tell();
  if (told === null) return null;
  const { row, ...story } = told;
  const ticks = teller.ticks.all();
  const shown = new Set([order.marketId, ...ticks.map(({ market }) => Number(market))]);
  for (const market of teller.spokenOf) shown.add(market);
  return {
    ...story,
    order: teller.describe(),
    at: momentOf(row.atMs),
    row: row.seq,
    markets: [...shown].sort((left, right) => left - right).map(teller.describeMarket),
    ticks,
  };
}

class Teller {
  readonly ticks: TickList;
  /** Markets without a quote of their own here, such as those of cancelled orders. */
  readonly spokenOf = new Set<number>();
  readonly #parts: ExplainParts;
  readonly #order: AskedOrder;

  constructor(parts: ExplainParts, order: AskedOrder) {
    this.#parts = parts;
    this.#order = order;
    this.ticks = new TickList(this.digits);
  }

  readonly digits = (id: number): number => marketOf(this.#parts.directory, id).pricePrecision;

  readonly describeMarket = (id: number) => {
    const { code, displayCode, pricePrecision } = marketOf(this.#parts.directory, id);
    return { id: String(id), code, name: displayCode, digits: pricePrecision };
  };

  describe(): Why["order"] {
    const { orderId: id, positionId, isPart, marketId: market, side, opening } = this.#order;
    const { closePrice, profit, endReason } = this.#order;
    const places = this.digits(market);
    return {
      id: String(id),
      part: isPart ? String(positionId) : null,
      market: String(market),
      side,
      lots: lotsText(this.#order.lots),
      opened: opening && priceText(opening.price, places),
      closed: closePrice === null ? null : priceText(closePrice, places),
      profit: profit === null ? null : formatMoney(money(profit)),
      reason: endReason,
    };
  }

  async tell(): Promise<Told | null> {
    const { status, shard, rowSeq, endReason, accountId: account } = this.#order;
    if (status === "pending" || status === "holding") return this.#tellCall();
    const row = await readRow(this.#parts.database, { shard, seq: rowSeq });
    const evidence = ownEvents(row, account).find((event) => event.type === "StoppedOut");
    if (endReason === "stop-out" && evidence?.type === "StoppedOut") {
      return this.#tellStopOut(row, evidence);
    }
    if (status === "closed") return this.#tellClose(row);
    const ended: WhyStep = {
      kind: "ended",
      at: momentOf(row.atMs),
      reason: endReason ?? "",
    };
    return { about: "cancel", row, steps: [ended], avoided: [], same: null };
  }

  async #tellStopOut(row: WhyRow, evidence: StoppedOut): Promise<Told> {
    const { accountId: account, marketId: market, positionId, opening } = this.#order;
    if (row.command.type !== "TakeQuote") {
      throw new Error("Invariant: a stop-out is decided by a quote");
    }
    const events = ownEvents(row, account);
    const place = events.indexOf(evidence);
    const later = events.slice(place + 1);
    const cancelled = later.flatMap((event) => (event.type === "OrderCancelled" ? [event] : []));
    const also = cancelled.map((event) => event.marketId as number);
    for (const id of also) this.spokenOf.add(id);
    const named = namedBy(evidence);
    const held = await readHeldAt(this.#parts, this.#moment(row), (event) => event === evidence);
    const scene = await readScene(this.#parts, {
      ...this.#moment(row),
      held,
      named,
      isWhole: true,
      also,
    });
    this.#noteQuotes(scene, [...named, ...later.flatMap(namedBy)]);
    const tick = row.command;
    const before = await this.#quoteBefore(scene, market);
    const story = explainStopOut({
      scene,
      evidence,
      earlier: events.slice(0, place),
      later,
      tick,
      pending: await readPending(this.#parts.database, this.#order, cancelled),
      asked: opening ? positionId : null,
      before,
      digits: this.digits,
    });
    const call = await this.#callBefore(row);
    return {
      about: opening ? "close" : "cancel",
      row,
      steps: [
        ...this.#openedStep(),
        // A call of the same quote follows what that quote did.
        ...(call && call.row !== row ? [this.#calledStep(call)] : []),
        ...(await this.#movedStep(scene, tick)),
        ...(call?.row === row ? [this.#calledStep(call)] : []),
        ...story.steps,
      ],
      avoided: story.avoided,
      same: story.isSame,
    };
  }

  async #tellClose(row: WhyRow): Promise<Told> {
    const isIt = (event: OwnEvent) => this.#isClosing(event);
    const event = ownEvents(row, this.#order.accountId).find(isIt);
    if (event?.type !== "OrderClosed" && event?.type !== "OrderReduced") {
      throw new Error("Invariant: the row that an order names has ended it");
    }
    const named = namedBy(event);
    const held = await readHeldAt(this.#parts, this.#moment(row), isIt);
    const scene = await readScene(this.#parts, {
      ...this.#moment(row),
      held,
      named: onceEach([...named, ...tickOf(row)]),
      isWhole: false,
    });
    this.#noteQuotes(scene, named);
    const { steps, avoided } = explainClose({ event, scene, digits: this.digits });
    const moved = row.command.type === "TakeQuote" ? await this.#movedStep(scene, row.command) : [];
    return {
      about: "close",
      row,
      steps: [...this.#openedStep(), ...moved, ...steps],
      avoided,
      same: null,
    };
  }

  #isClosing(event: OwnEvent): boolean {
    const { orderId: id, isPart } = this.#order;
    if (isPart) return event.type === "OrderReduced" && event.closedOrderId === id;
    return event.type === "OrderClosed" && event.orderId === id;
  }

  async #tellCall(): Promise<Told | null> {
    const call = await this.#findCall(null);
    if (!call) return null;
    const { row, event } = call;
    const named = tickOf(row);
    const held = await readHeldAt(this.#parts, this.#moment(row), (known) => known === event);
    const found = await readScene(this.#parts, {
      ...this.#moment(row),
      held,
      named,
      isWhole: false,
    });
    const value = valueScene(found);
    const isSame = value?.equity === event.equity && value.used === event.used;
    this.#noteQuotes(found, named);
    const moved = row.command.type === "TakeQuote" ? await this.#movedStep(found, row.command) : [];
    const at = momentOf(row.atMs);
    return {
      about: "call",
      row,
      steps: [
        ...moved,
        // What does not come to the engine's own figures is not shown beside them.
        ...(isSame ? valuedStep(found, { at, digits: this.digits }) : []),
        this.#calledStep(call),
      ],
      avoided: value && isSame ? [avoidByFunds(value, MARGIN_CALL_PERCENT)] : [],
      same: value === null ? null : isSame,
    };
  }

  #moment(row: WhyRow) {
    return { order: this.#order, row };
  }

  #findCall(upTo: number | null): Promise<FoundCall | null> {
    const { accountId: account, ownerId, shard } = this.#order;
    return findMarginCall(this.#parts.database, { accountId: account, ownerId, shard, upTo });
  }

  async #callBefore(row: WhyRow): Promise<FoundCall | null> {
    const event = callIn(row, this.#order.accountId);
    return event ? { row, event } : this.#findCall(row.seq - 1);
  }

  #openedStep(): WhyStep[] {
    const { opening, marketId: market } = this.#order;
    if (opening === null) return [];
    const { seq, bid, ask, atMs } = opening;
    this.ticks.add({ marketId: market, seq, bid, ask, atMs }, "open");
    return [
      {
        kind: "opened",
        at: momentOf(atMs),
        seq,
        lots: lotsText(opening.lots),
        price: priceText(opening.price, this.digits(market)),
        margin: formatMoney(money(opening.margin)),
      },
    ];
  }

  #calledStep({ row, event }: FoundCall): WhyStep {
    const { equity, used, level } = event;
    if (row.command.type !== "TakeQuote") {
      throw new Error("Invariant: a margin call is decided by a quote");
    }
    const { marketId: market, seq, bid, ask } = row.command;
    const places = this.digits(market);
    this.spokenOf.add(market);
    return {
      kind: "called",
      at: momentOf(event.atMs),
      equity: formatMoney(equity),
      used: formatMoney(used),
      level: formatRate(level),
      market: String(market),
      seq,
      bid: priceText(bid, places),
      ask: priceText(ask, places),
    };
  }

  /** From the quote before to the one that did it. */
  async #movedStep(scene: Scene, tick: TakeQuote): Promise<WhyStep[]> {
    const before = await this.#quoteBefore(scene, tick.marketId);
    if (before === null) return [];
    const own = scene.positions.filter((position) => position.marketId === tick.marketId);
    const shown = own.find((position) => position.orderId === this.#order.positionId) ?? own[0];
    const side = shown?.side ?? "buy";
    const places = this.digits(tick.marketId);
    return [
      {
        kind: "moved",
        at: momentOf(tick.atMs),
        market: String(tick.marketId),
        seq: tick.seq,
        from: priceText(closingPrice({ side }, before), places),
        to: priceText(closingPrice({ side }, tick), places),
      },
    ];
  }

  async #quoteBefore(scene: Scene, market: number): Promise<TapeQuote | null> {
    const quote = scene.quotes.find((known) => known.marketId === market);
    if (!quote || quote.seq < 2) return null;
    const before = await readQuote(this.#parts.database, { marketId: market, seq: quote.seq - 1 });
    if (before) this.ticks.add(before, "before");
    return before;
  }

  /** Every quote of the scene that a position was marked or converted by. */
  #noteQuotes(scene: Scene, named: readonly NamedQuote[]): void {
    const held = new Set(scene.positions.map((position) => position.marketId));
    for (const quote of scene.quotes) {
      const uses = named.filter(({ marketId: id }) => id === quote.marketId).map(({ use }) => use);
      for (const use of uses) if (use !== "mark") this.ticks.add(quote, use);
      if (held.has(quote.marketId)) this.ticks.add(quote, "mark");
      if (isConverting(scene, quote.marketId)) this.ticks.add(quote, "convert");
    }
  }
}
