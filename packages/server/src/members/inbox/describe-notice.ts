// A notice in the reader's words: title, text and where it leads. Called whenever one is read,
// pushed or mailed. Invariant: it leads to a path of our own app, made here of our own numbers.

import type { Language } from "@truetick/contract";
import { formatPrice, price } from "@truetick/money";
import { decimalText, moneyText, shareText } from "../../platform/figure-text.ts";
import { type MessageValues, text } from "../../platform/messages.ts";
import { momentText } from "../../platform/moment-text.ts";
import type { MarketDirectory } from "../../trading/markets/market-directory.ts";
import type { NoticeFacts, SaidReason } from "./notice-facts.ts";

export type Described = { readonly title: string; readonly text: string; readonly link: string };

export type NoticeReader = { readonly language: Language; readonly directory: MarketDirectory };

/** The engine's own, for the words of a margin call. */
const MARGIN_CALL_RATIO = "1";
const STOP_OUT_RATIO = "0.5";
/** Coins have up to eighteen. */
const COIN_DIGITS = { min: 0, max: 18 };
const LOTS_DIGITS = { min: 2, max: 4 };

export function describeNotice(facts: NoticeFacts, reader: NoticeReader): Described {
  const { language } = reader;
  const values = valuesOf(facts, reader);
  return {
    title: text(language, `notices.${facts.kind}.title`, values),
    text: text(language, textKeyOf(facts), values),
    link: linkOf(facts, reader),
  };
}

function textKeyOf(facts: NoticeFacts) {
  if (facts.kind === "identityDecided") return `notices.identityDecided.${facts.outcome}` as const;
  if (facts.kind === "accountFrozen") {
    return facts.untilMs === null
      ? ("notices.accountFrozen.lifted" as const)
      : ("notices.accountFrozen.frozen" as const);
  }
  if (facts.kind === "copyStopped") {
    return facts.reason === "stop-loss"
      ? ("notices.copyStopped.stopLoss" as const)
      : ("notices.copyStopped.leaderBlown" as const);
  }
  return `notices.${facts.kind}.text` as const;
}

function valuesOf(facts: NoticeFacts, reader: NoticeReader): MessageValues {
  const { language } = reader;
  switch (facts.kind) {
    case "marginCall":
    case "stopOut":
      return levelValues(facts, language);
    case "orderFilled":
    case "orderClosed":
    case "orderEnded":
      return orderValues(facts, reader);
    case "priceAlert":
      return {
        market: marketText(facts.marketId, reader),
        price: priceText(facts, facts.price, reader),
        bid: priceText(facts, facts.bid, reader),
        time: momentText(language, facts.atMs),
        seq: String(facts.seq),
      };
    case "depositAsked":
    case "withdrawalAsked":
      return { id: facts.id, question: facts.words };
    case "disputeAnswered":
    case "feedbackAnswered":
      return { id: facts.id, answer: facts.words };
    case "copyStopped":
    case "copySkipped":
    case "leaderLeft":
      return copyValues(facts, reader);
    case "supportAnswered":
      return {};
    case "securityChanged":
      return { what: text(language, `mail.${facts.what}.subject`) };
    default:
      return moneyValues(facts, language);
  }
}

type LevelFacts = Extract<NoticeFacts, { kind: "marginCall" | "stopOut" }>;

function levelValues(facts: LevelFacts, language: Language): MessageValues {
  return {
    level: shareText(language, facts.level),
    equity: moneyText(language, facts.equity),
    used: moneyText(language, facts.used),
    call: shareText(language, MARGIN_CALL_RATIO),
    stopOut: shareText(language, STOP_OUT_RATIO),
    ...(facts.kind === "stopOut" && {
      count: String(facts.closed),
      profit: moneyText(language, facts.profit, { isSigned: true }),
    }),
  };
}

type OrderFacts = Extract<NoticeFacts, { orderId: number }>;

function orderValues(facts: OrderFacts, reader: NoticeReader): MessageValues {
  const { language } = reader;
  return {
    market: marketText(facts.marketId, reader),
    side: text(language, `ticket.${facts.side}`),
    lots: text(language, "orders.size", { lots: decimalText(language, facts.lots, LOTS_DIGITS) }),
    price: priceText(facts, facts.price, reader),
    ...(facts.kind === "orderClosed" && {
      profit: moneyText(language, facts.profit, { isSigned: true }),
      reason: text(language, `closeReasons.${facts.reason}`),
    }),
    ...(facts.kind === "orderEnded" && { reason: text(language, `cancelReasons.${facts.reason}`) }),
  };
}

type CopyFacts = Extract<NoticeFacts, { kind: "copyStopped" | "copySkipped" | "leaderLeft" }>;

function copyValues(facts: CopyFacts, reader: NoticeReader): MessageValues {
  const { leader } = facts;
  if (facts.kind === "leaderLeft") return { leader };
  if (facts.kind === "copySkipped") return { leader, market: marketText(facts.marketId, reader) };
  return {
    leader,
    returned: moneyText(reader.language, facts.returned),
    profit: moneyText(reader.language, facts.profit, { isSigned: true }),
  };
}

type MoneyFacts = Exclude<
  NoticeFacts,
  | LevelFacts
  | OrderFacts
  | SaidFacts
  | CopyFacts
  | { kind: "priceAlert" | "supportAnswered" | "securityChanged" }
>;

type SaidFacts = Extract<
  NoticeFacts,
  { kind: "depositAsked" | "withdrawalAsked" | "disputeAnswered" | "feedbackAnswered" }
>;

/** Money in and out, and who somebody is. */
function moneyValues(facts: MoneyFacts, language: Language): MessageValues {
  const coins = (decimal: string, currency: string) =>
    `${decimalText(language, decimal, COIN_DIGITS)} ${currency}`;
  switch (facts.kind) {
    case "depositCredited":
      return {
        id: facts.id,
        amount: coins(facts.amount, facts.currency),
        usd: moneyText(language, facts.usd),
      };
    case "depositRejected":
      return {
        id: facts.id,
        amount: coins(facts.amount, facts.currency),
        reason: reasonText(facts.reason, language),
      };
    case "withdrawalPaid":
      return { id: facts.id, received: coins(facts.received, facts.currency) };
    case "withdrawalRejected":
    case "withdrawalReturned":
      return {
        id: facts.id,
        amount: moneyText(language, facts.amount),
        reason: reasonText(facts.reason, language),
      };
    case "adjustmentBooked":
      return {
        id: facts.id,
        amount: moneyText(language, facts.amount, { isSigned: true }),
        reason: facts.words,
      };
    case "identityDecided":
      return { reason: facts.words };
    case "methodBound":
      return { currency: facts.currency, until: momentText(language, facts.usableAtMs) };
    default:
      return { until: momentText(language, facts.untilMs ?? 0), reason: facts.words };
  }
}

function reasonText({ key, words }: SaidReason, language: Language): string {
  const own = key === null ? "" : text(language, key);
  return [own, words].filter((part) => part !== "").join(": ");
}

function marketText(marketId: number, { directory }: NoticeReader): string {
  return directory(marketId)?.displayCode ?? String(marketId);
}

function priceText(
  { marketId }: { readonly marketId: number },
  points: number,
  { language, directory }: NoticeReader,
): string {
  const precision = directory(marketId)?.pricePrecision ?? 0;
  const digits = { min: precision, max: precision };
  return decimalText(language, formatPrice(price(points), precision), digits);
}

const LINKS = {
  marginCall: "/order?type=1",
  stopOut: "/order?type=3",
  depositCredited: "/mine/history",
  depositRejected: "/mine/charge",
  withdrawalPaid: "/mine/withdraw",
  withdrawalRejected: "/mine/withdraw",
  withdrawalReturned: "/mine/withdraw",
  identityDecided: "/mine/auth",
  methodBound: "/mine/withdraw-way",
  adjustmentBooked: "/mine/history",
  accountFrozen: "/mine/withdraw",
  depositAsked: "/mine/charge",
  withdrawalAsked: "/mine/withdraw",
  disputeAnswered: "/mine/history",
  feedbackAnswered: "/feedback",
  supportAnswered: "/mine/chat",
  securityChanged: "/mine/security",
  copyStopped: "/copy",
  copySkipped: "/copy",
  leaderLeft: "/copy",
} as const;

function linkOf(facts: NoticeFacts, { directory }: NoticeReader): string {
  if ("isCopy" in facts) return LINKS.copyStopped;
  if ("closedId" in facts) return `/order/why?id=${facts.closedId}`;
  switch (facts.kind) {
    case "orderFilled":
      return `/order?type=1&id=${facts.orderId}`;
    case "orderClosed":
    case "orderEnded":
      return `/order?type=3&id=${facts.orderId}`;
    case "priceAlert":
      return `/trade?market=${encodeURIComponent(directory(facts.marketId)?.code ?? "")}`;
    default:
      return LINKS[facts.kind];
  }
}
