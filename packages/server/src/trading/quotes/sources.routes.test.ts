// Where prices come from, as everyone may know it: sources, rule, quorum, markup.

import { languageOf } from "@truetick/contract";
import { CALLS } from "@truetick/contract/calls";
import { expect, it } from "vitest";
import { createSourceHandlers } from "./sources.routes.ts";
import { marketOf, openSourceRoom } from "./testing/source-room.ts";

const context = {
  language: languageOf("en"),
  requestId: "test",
  address: "127.0.0.1",
  device: "",
  cookies: "",
  caller: null,
  attempt: null,
};

it("H01, H02: names each market's sources in order, its rule and its markup", async () => {
  const markets = [{ ...marketOf("BTCUSD"), markupPoints: 4 }, marketOf("AAPL")];
  const feeds = [
    { source: "oanda", instruments: new Map([["BTCUSD", "BTC_USD"]]) },
    { source: "binance", instruments: new Map([["BTCUSD", "BTCUSDT"]]) },
  ];
  const room = openSourceRoom({ feeds, markets, rule: { kind: "median", quorum: 2 } });
  const { listSources } = createSourceHandlers(markets, room.sources);
  room.clock.advance(10_001);
  room.sources.hear("binance");
  const answer = CALLS.listSources.output.parse(await listSources({}, context));
  expect(answer[0]).toEqual({
    Id: markets[0]?.id,
    Code: "BTCUSD",
    Rule: "median",
    Quorum: 2,
    MarkupPoints: 4,
    Sources: [
      { Name: "oanda", Instrument: "BTC_USD", Silent: 1 },
      { Name: "binance", Instrument: "BTCUSDT", Silent: 0 },
    ],
  });
  expect(answer[1]).toMatchObject({ Code: "AAPL", MarkupPoints: 0, Sources: [] });
});
