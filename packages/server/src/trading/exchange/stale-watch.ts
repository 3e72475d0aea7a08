// Tells the engine which prices the board has found stale: by silence of the source or by age,
// whatever the wall clock says (F10, F11). Asked to look again and again by the exchange; a look
// that fails is made up for by the next.

import { marketId } from "@truetick/engine";
import type { TradedMarket } from "../markets/traded-market.ts";
import type { QuoteBoard } from "../quotes/quote-board.ts";
import type { Sequencer } from "../sequencer/sequencer.ts";

export type StaleWatch = { readonly look: () => Promise<void> };

export function createStaleWatch({
  markets,
  board,
  sequencer: { read, markStale },
}: {
  markets: readonly TradedMarket[];
  board: Pick<QuoteBoard, "isStale">;
  sequencer: Pick<Sequencer, "read" | "markStale">;
}): StaleWatch {
  const ids = markets.map(({ id, code }) => ({ code, id: marketId(Number(id)) }));
  return {
    async look() {
      const known = await read((books) => new Map(ids.map(({ id }) => [id, books.market(id)])));
      for (const { code, id } of ids) {
        if (board.isStale(code) && known.get(id)?.isStale === false) markStale(id);
      }
    },
  };
}
