// The sources that the settings name, made ready to start. The simulator is not among them: the
// price room has it, because the charts' past comes from it too. Called by trading.ts.

import { basename } from "node:path";
import { BINANCE_ORIGIN, BINANCE_PACE, createBinanceFeed } from "./binance/binance-feed.ts";
import type { FedMarket, Feed, FeedLog } from "./feed.ts";
import { FeedPlanRefused, type SourceSetting } from "./feed-plan.ts";
import { PROVIDER_PACE } from "./kept-connection.ts";
import { createOandaFeed, OANDA_ORIGINS, type OandaKeys } from "./oanda/oanda-feed.ts";
import { createReplayFeed } from "./replay/replay-feed.ts";
import type { Arrival } from "./source-clock.ts";

export type OandaAccess = OandaKeys & { readonly host: keyof typeof OANDA_ORIGINS };

export type FeedNeeds = {
  readonly markets: readonly FedMarket[];
  /** Null where no setting names OANDA. */
  readonly oanda: OandaAccess | null;
  readonly arrival: () => Arrival;
  readonly chance: () => number;
  readonly logOf: (source: string) => FeedLog;
};

/** Refuses, by throwing, a file that cannot be read and a market that does not exist. */
export async function openFeeds(
  sources: readonly SourceSetting[],
  needs: FeedNeeds,
): Promise<readonly Feed[]> {
  const feeds: Feed[] = [];
  const names = new Map<string, number>();
  for (const source of sources) {
    if (source.kind === "replay") {
      const market = replayedMarket(source, needs.markets);
      const count = (names.get(market.code) ?? 0) + 1;
      names.set(market.code, count);
      const name = `replay-${market.code}${count === 1 ? "" : `-${count}`}`;
      feeds.push(await openReplay(source, { needs, market, name }));
    } else if (source.kind !== "sim") {
      feeds.push(openProvider(source, needs));
    }
  }
  return feeds;
}

type ReplaySource = Extract<SourceSetting, { kind: "replay" }>;
type ProviderSource = Extract<SourceSetting, { kind: "oanda" | "binance" }>;

function replayedMarket({ path, code }: ReplaySource, markets: readonly FedMarket[]): FedMarket {
  const wanted =
    code ??
    basename(path)
      .split(/[^a-z0-9]/i)[0]
      ?.toUpperCase() ??
    "";
  const market = markets.find((each) => each.code === wanted);
  if (market) return market;
  throw new FeedPlanRefused(`replays ${path} for a market ${wanted} that does not exist`);
}

async function openReplay(
  source: ReplaySource,
  { needs, market, name }: { needs: FeedNeeds; market: FedMarket; name: string },
): Promise<Feed> {
  const now = () => needs.arrival().wallMs;
  const settings = { ...source, market };
  const feed = createReplayFeed({ source: name, market, settings, now, log: needs.logOf(name) });
  await feed.readAhead();
  return feed;
}

function openProvider({ kind, codes }: ProviderSource, needs: FeedNeeds): Feed {
  const { oanda, arrival, chance } = needs;
  for (const code of codes ?? []) {
    if (needs.markets.some((market) => market.code === code)) continue;
    throw new FeedPlanRefused(`names a market ${code} that does not exist`);
  }
  const markets = needs.markets.filter(({ code }) => codes === null || codes.includes(code));
  const log = needs.logOf(kind);
  const given = { markets, arrival, chance, log };
  if (kind === "binance") {
    return createBinanceFeed({ ...given, origin: BINANCE_ORIGIN, pace: BINANCE_PACE });
  }
  if (!oanda) throw new FeedPlanRefused("names oanda without OANDA_TOKEN and OANDA_ACCOUNT");
  const { host, ...keys } = oanda;
  return createOandaFeed({ ...given, origin: OANDA_ORIGINS[host], keys, pace: PROVIDER_PACE });
}
