// What the apps ask about news and traders is declared, and read as it was written.

import { expect, test } from "vitest";
import { articleOf, articleToHtml } from "./article.ts";
import { CALLS } from "./calls.ts";
import { requestNews, requestNewsList } from "./news.requests.ts";
import { type NewsHead, newsHeadToWire } from "./news.ts";
import { requestRankedTraders } from "./ranking/ranked-trader.requests.ts";
import { type RankedTrader, rankedTraderToWire } from "./ranking/ranked-trader.ts";

const HEAD: NewsHead = {
  id: "7",
  categoryId: "1",
  language: "en",
  title: "Hours",
  summary: "When it is open",
  picture: "/icons/icon.svg",
  publishedAt: 1_794_745_317,
  publishedAtText: "14 Nov 2026",
};
const TRADER: RankedTrader = {
  alias: "quiet-tide",
  market: "EUR/USD",
  leverage: 30,
  threeWeekReturn: "0.0960",
  threeWeekWinRate: null,
  threeWeekProfit: "-2204.600000",
  totalReturn: null,
  orders: 77,
  followers: 0,
  totalFollowers: 4,
  days: 30,
  drawdown: "0.1201",
  risk: 4,
  isSimulated: false,
  book: "real",
  curve: ["0.0000", "-0.0210"],
  isBlown: false,
  isHedged: false,
};

test.each([
  ["listNews", requestNewsList("", 1).path, requestNewsList("", 1).query],
  ["listNews", requestNewsList("1", 2).path, requestNewsList("1", 2).query],
  ["getNews", requestNews("7").path, requestNews("7").query],
  [
    "listRankedTraders",
    requestRankedTraders({ page: 1 }).path,
    requestRankedTraders({ page: 1 }).query,
  ],
] as const)("%s is asked for by its declared path and fields", (name, path, fields) => {
  const call = CALLS[name];
  expect(path).toBe(call.path);
  expect(Object.keys(call.input.shape)).toEqual(expect.arrayContaining(Object.keys(fields)));
  expect(call.input.safeParse(fields).success).toBe(true);
});

test("news is read as it was written, with the fields of the specification", () => {
  const head = newsHeadToWire(HEAD);
  const page = { data: [head], total: 1, categories: [{ id: "1", name: "News" }] };
  expect(CALLS.listNews.output.parse(page)).toEqual(page);
  expect(requestNewsList("", 1).read(page)).toEqual({
    rows: [HEAD],
    total: 1,
    categories: page.categories,
  });
  const parts = articleOf("## A\n\nb\n\n- c\n\n![d](/icons/icon.svg)");
  const article = { ...head, content: articleToHtml(parts), parts };
  expect(CALLS.getNews.output.parse(article)).toEqual(article);
  expect(requestNews("7").read(article)).toEqual({ ...HEAD, parts });
  for (const field of ["id", "title", "desc", "logo", "created_at", "content"]) {
    expect(article).toHaveProperty(field);
  }
});

test("T44: a ranked trader has the specification's fields, and none that names a person", () => {
  const wire = rankedTraderToWire(TRADER);
  const page = { data: [wire], total: 1, is_simulated: 1 };
  expect(CALLS.listRankedTraders.output.parse(page)).toEqual(page);
  expect(requestRankedTraders({ page: 1 }).read(page)).toEqual({
    traders: [TRADER],
    total: 1,
    isSimulated: true,
  });
  expect(Object.keys(wire).sort()).toEqual([
    "book",
    "code",
    "curve",
    "days",
    "drawdown",
    "followers",
    "is_blown",
    "is_hedged",
    "is_simulated",
    "multiple",
    "risk",
    "three_week_profit",
    "three_week_rate",
    "three_week_win",
    "total_followers",
    "total_rate",
    "total_trade_num",
    "user",
  ]);
  const named = { data: [{ ...wire, uid: "1" }], total: 1, is_simulated: 0 };
  expect(CALLS.listRankedTraders.output.safeParse(named).success).toBe(false);
});
