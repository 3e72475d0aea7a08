// The call that says where prices come from: the same answer for everyone.

import { marketSourcesToWire } from "@truetick/contract";
import type { Handlers } from "../../platform/handler.ts";
import type { TradedMarket } from "../markets/traded-market.ts";
import type { SourceBook } from "./source-book.ts";

export type SourceHandlers = Handlers<"listSources">;

export function createSourceHandlers(
  markets: readonly TradedMarket[],
  book: Pick<SourceBook, "readings" | "ruleOf" | "sourcesOf">,
): SourceHandlers {
  return {
    listSources() {
      const silent = new Map(book.readings().map(({ source, isSilent }) => [source, isSilent]));
      return markets.map(({ id, code, markupPoints }) => {
        const rule = book.ruleOf(code);
        return marketSourcesToWire({
          marketId: id,
          code,
          rule: rule.kind,
          quorum: rule.kind === "median" ? rule.quorum : 1,
          markupPoints,
          sources: book.sourcesOf(code).map(({ source, instrument }) => ({
            name: source,
            instrument,
            isSilent: silent.get(source) ?? true,
          })),
        });
      });
    },
  };
}
