// The call of the desk about what is open, market by market, from the engine's own books. Many
// desks may ask every second: they share one look, which is as old as a second at most.

import { exposureBookFromFields } from "@truetick/contract/calls";
import { type ExposureBook, exposureToWire, type MarketExposure } from "@truetick/contract/desk";
import type { MarketExposureView } from "@truetick/engine";
import { formatLots, formatMoney, lots, type Money, money } from "@truetick/money";
import type { Clock } from "../../platform/clock.ts";
import type { Handlers } from "../../platform/handler.ts";
import { type MarketDirectory, marketOf } from "../../trading/markets/market-directory.ts";
import type { Sequencer } from "../../trading/sequencer/sequencer.ts";

const LOOK_AGAIN_AFTER_MS = 1_000;

type Look = { readonly atMs: number; readonly views: readonly MarketExposureView[] };

export type ExposureReader = {
  readonly look: () => Promise<Look>;
  /** Null when nothing is open there. */
  readonly ofMarket: (book: ExposureBook, marketId: string) => Promise<MarketExposure | null>;
};

type Needs = {
  readonly sequencer: Pick<Sequencer, "read">;
  readonly directory: MarketDirectory;
  readonly clock: Pick<Clock, "now" | "monotonic">;
};

export function createExposureReader({ sequencer, directory, clock }: Needs): ExposureReader {
  let takenAtMs = Number.NEGATIVE_INFINITY;
  let taken: Promise<Look> | null = null;

  async function take(): Promise<Look> {
    const views = await sequencer.read((books) => books.exposure());
    return { atMs: clock.now(), views };
  }

  function look(): Promise<Look> {
    const nowMs = clock.monotonic();
    if (taken === null || nowMs - takenAtMs >= LOOK_AGAIN_AFTER_MS) {
      takenAtMs = nowMs;
      taken = take();
      // What failed is not kept for who asks next.
      taken.catch(() => {
        taken = null;
      });
    }
    return taken;
  }

  return {
    look,
    async ofMarket(book, marketId) {
      const { views } = await look();
      const view = views.find((each) => each.book === book && each.marketId === Number(marketId));
      return view === undefined ? null : describeExposure(view, directory);
    },
  };
}

export function createExposureDesk(
  reader: ExposureReader,
  directory: MarketDirectory,
): Handlers<"getExposure"> {
  return {
    async getExposure(fields) {
      const book = exposureBookFromFields(fields);
      const { atMs, views } = await reader.look();
      const mine = views
        .filter((view) => view.book === book)
        .sort((one, other) => (one.margin < other.margin ? 1 : -1));
      return exposureToWire({
        at: atMs / 1_000,
        book,
        margin: formatMoney(sumOf(mine.map(({ margin }) => margin))),
        profit: formatMoney(sumOf(mine.map(({ profit }) => profit))),
        positions: mine.reduce((sum, { positions }) => sum + positions, 0),
        markets: mine.map((view) => describeExposure(view, directory)),
      });
    },
  };
}

function describeExposure(view: MarketExposureView, directory: MarketDirectory): MarketExposure {
  const { longLots, shortLots } = view;
  const net = longLots - shortLots;
  return {
    marketId: String(view.marketId),
    displayCode: marketOf(directory, view.marketId).displayCode,
    longLots: formatLots(longLots),
    shortLots: formatLots(shortLots),
    netLots: `${net < 0 ? "-" : ""}${formatLots(lots(Math.abs(net)))}`,
    margin: formatMoney(view.margin),
    profit: formatMoney(view.profit),
    positions: view.positions,
    accounts: view.accounts,
  };
}

function sumOf(amounts: readonly Money[]): Money {
  return money(amounts.reduce((sum, amount) => sum + amount, 0n));
}
