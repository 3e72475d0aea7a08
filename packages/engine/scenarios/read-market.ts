// "market EURUSD units 100000 leverage 100,30 …": defines a market with sensible terms for its
// name, opens it, and gives it a new version when it is named again.
import { lots, parseLots, parseRate, rate } from "@truetick/money";
import type { Command, FeeType, MarketTerms } from "../src/index.ts";
import { addMarket, type Cast } from "./cast.ts";
import { optionsOf } from "./read-command.ts";

const FEE_TYPES: readonly FeeType[] = ["margin", "lots", "notional"];

export function readMarket(cast: Cast, [name = "", ...words]: string[]): Command[] {
  const options = optionsOf(words);
  const isPair = /^[A-Z]{6}$/.test(name) && !options.has("quote");
  const quoteCurrency = options.get("quote") ?? (isPair ? name.slice(3) : "USD");
  const precision = Number(options.get("precision") ?? (quoteCurrency === "JPY" ? 3 : 5));
  const version = (cast.versions.get(name) ?? 0) + 1;
  cast.versions.set(name, version);
  const { marketId } = addMarket(cast, name, precision);
  const size = (word: string, usual: string) => parseLots(options.get(word) ?? usual) ?? lots(0);
  const annual = (word: string) => parseRate(options.get(word) ?? "0") ?? rate(0n);
  const leverages = options.get("leverage") ?? "100";
  const terms: MarketTerms = {
    marketId,
    version,
    baseCurrency: options.get("base") ?? (isPair ? name.slice(0, 3) : null),
    quoteCurrency,
    pricePrecision: precision,
    unitsPerLot: Number(options.get("units") ?? 100_000),
    lotsMin: size("min", "0.01"),
    lotsMax: size("max", "100"),
    lotStep: size("step", "0.01"),
    leverages: leverages === "none" ? [] : leverages.split(",").map(Number),
    marginMode: options.get("margin") === "fixed" ? "fixed" : "floating",
    feeType: FEE_TYPES.find((type) => type === options.get("fee-of")) ?? "notional",
    feeRate: annual("fee"),
    priceAgeMaxMs: Number(options.get("age") ?? 60) * 1000,
    longRate: annual("long"),
    shortRate: annual("short"),
    tripleDay: options.has("triple") ? Number(options.get("triple")) : null,
  };
  const { atMs } = cast;
  const defining: Command = { type: "DefineMarket", atMs, terms };
  if (version > 1) return [defining];
  return [defining, { type: "SetMarketSession", atMs, marketId, session: "open" }];
}
