// Lines that only ask: "level A", "money A", "order A o1", "house real fees". They are answered in
// the same words as events are told, so that the arrow works alike.
import {
  formatLots,
  formatMoney,
  formatPrice,
  formatRate,
  money,
  type Price,
} from "@truetick/money";
import {
  accountView,
  HOUSE_ACCOUNTS,
  type HouseAccount,
  orderView,
  type State,
} from "../src/index.ts";
import { accountOf, type Cast, orderOf, precisionOf } from "./cast.ts";
import type { Told } from "./tell.ts";

/** Null when the line is not a question. */
export function askState(state: State, cast: Cast, [verb, ...words]: string[]): Told | null {
  switch (verb) {
    case "level":
      return askLevel(state, cast, words);
    case "money":
      return askMoney(state, cast, words);
    case "order":
      return askOrder(state, cast, words);
    case "house":
      return askHouse(state, words);
    default:
      return null;
  }
}

/** Percent, cut to two places. */
function askLevel(state: State, cast: Cast, [name = ""]: string[]): Told {
  const level = accountView(state, accountOf(cast, name))?.level ?? null;
  if (level === null) return { kind: "", words: ["-"] };
  const cut = formatRate(level)
    .replace(".", "")
    .replace(/^0+(?=\d)/, "")
    .padStart(9, "0");
  const percent = `${Number(cut.slice(0, -6))}.${cut.slice(-6, -4)}`;
  return { kind: "", words: [percent, "%"] };
}

function askMoney(state: State, cast: Cast, [name = ""]: string[]): Told {
  const view = accountView(state, accountOf(cast, name));
  if (view === null) return { kind: "", words: ["unknown"] };
  const { cash, used, reserved, held, floating, equity, free, balance, lockedBalance } = view;
  const figures = { used, reserved, held, floating, equity, free, balance, locked: lockedBalance };
  const words = Object.entries(figures).flatMap(([word, amount]) => [word, formatMoney(amount)]);
  return { kind: "", words: ["cash", formatMoney(cash), ...words] };
}

function askOrder(state: State, cast: Cast, [, name = ""]: string[]): Told {
  const view = orderView(state, orderOf(cast, name));
  if (view === null) return { kind: "", words: ["gone"] };
  const precision = precisionOf(cast, view.marketId);
  const at = (price: Price | null) => (price === null ? "none" : formatPrice(price, precision));
  return {
    kind: "",
    words: [
      view.status,
      ...[formatLots(view.lots), at(view.openPrice), "asked", at(view.askedPrice)],
      ...["sl", at(view.stopLoss), "tp", at(view.takeProfit), "trailing", at(view.trailingLevel)],
      ...["margin", formatMoney(view.margin), "fee", formatMoney(view.fee)],
      ...["closing", at(view.closingPrice), "profit", formatMoney(view.profit)],
    ],
  };
}

function askHouse(state: State, [book = "", name = ""]: string[]): Told {
  const balances = state.house[book === "demo" ? "demo" : "real"];
  const at = HOUSE_ACCOUNTS.indexOf(name as HouseAccount);
  return { kind: "", words: [formatMoney(money(balances[at] ?? 0n))] };
}
