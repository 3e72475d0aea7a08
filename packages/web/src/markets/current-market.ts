// The market that /trade shows: named in the address when it was reached by a link, else the one
// that was open last, else the first of the list. The browser remembers the choice.

import type { Market } from "@truetick/contract";
import type { Storage } from "../app/storage.ts";
import { noteRecent } from "./recent-markets.ts";

const NAME = "market";

export type CurrentMarket = {
  readonly choose: (code: string) => void;
  /** Null while the list is empty. */
  readonly pick: (markets: readonly Market[], codeInAddress: string | null) => Market | null;
};

export function createCurrentMarket(storage: Storage): CurrentMarket {
  return {
    choose(code) {
      storage.write(NAME, code);
      noteRecent(storage, code);
    },
    pick(markets, codeInAddress) {
      const byCode = (code: string | null) => markets.find((market) => market.code === code);
      return byCode(codeInAddress) ?? byCode(storage.read(NAME)) ?? markets[0] ?? null;
    },
  };
}

/** Where a market opens. */
export function tradeAddress(market: Pick<Market, "code">): string {
  return `/trade?market=${encodeURIComponent(market.code)}`;
}
