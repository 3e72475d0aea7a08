// Tells the engine when markets open and close by the calendar, and when the source of prices has
// gone silent. Asked to look again and again by the exchange; a look that fails is made up for by
// the next. A market that was halted by hand, or delisted, is left as it is.

import { type MarketId, marketId } from "@truetick/engine";
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
  board: Pick<QuoteBoard, "isOpen" | "isSourceSilent">;
  sequencer: Pick<Sequencer, "read" | "submit" | "markStale">;
}): SessionWatch {
  const ids = markets.map(({ id, code }) => ({ code, id: marketId(Number(id)) }));
  let wasSilent = false;

  async function followCalendar(): Promise<void> {
    const sessions = await read(
      (books) => new Map(ids.map(({ id }) => [id, books.market(id)?.session])),
    );
    const changes: Promise<unknown>[] = [];
    for (const { code, id } of ids) {
      const session = board.isOpen(code) ? "open" : "closed";
      const known = sessions.get(id);
      if (known === session || known === "halted" || known === "delisted") continue;
      changes.push(submit({ type: "SetMarketSession", marketId: id, session }));
    }
    await Promise.all(changes);
  }

  function followSource(): void {
    const isSilent = board.isSourceSilent();
    if (isSilent && !wasSilent) for (const { code, id } of ids) mark(code, id);
    wasSilent = isSilent;
  }

  function mark(code: string, id: MarketId): void {
    if (board.isOpen(code)) markStale(id);
  }

  return {
    async look() {
      followSource();
      await followCalendar();
    },
  };
}
