// Tells the engine when markets open and close by the calendar, and which prices the board has
// found stale: by silence of the source or by age, whatever the wall clock says (F10, F11).
// Asked to look again and again by the exchange; a look that fails is made up for by the next.
// A market that was halted by hand, or delisted, is left as it is.

import { marketId } from "@truetick/engine";
import type { TradedMarket } from "../markets/traded-market.ts";
import type { QuoteBoard } from "../quotes/quote-board.ts";
import type { Sequencer } from "../sequencer/sequencer.ts";

export type SessionWatch = { readonly look: () => Promise<void> };

export function createSessionWatch({
  markets,
  board,
  sequencer: { read, submit, markStale },
}: {
  markets: readonly TradedMarket[];
  board: Pick<QuoteBoard, "isOpen" | "isStale">;
  sequencer: Pick<Sequencer, "read" | "submit" | "markStale">;
}): SessionWatch {
  const ids = markets.map(({ id, code }) => ({ code, id: marketId(Number(id)) }));

  return {
    async look() {
      const known = await read((books) => new Map(ids.map(({ id }) => [id, books.market(id)])));
      const changes: Promise<unknown>[] = [];
      for (const { code, id } of ids) {
        const view = known.get(id);
        if (board.isStale(code) && view && !view.isStale) markStale(id);
        const session = board.isOpen(code) ? "open" : "closed";
        const was = view?.session;
        if (was === session || was === "halted" || was === "delisted") continue;
        changes.push(submit({ type: "SetMarketSession", marketId: id, session }));
      }
      await Promise.all(changes);
    },
  };
}
