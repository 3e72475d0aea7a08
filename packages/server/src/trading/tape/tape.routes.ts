// The call about the public tape. Open to everyone and the same for everyone. Refuses:
// MARKET_UNKNOWN.

import { type RefusedTick, type TapeLink, tapePageToWire } from "@truetick/contract";
import { tapeFromFields } from "@truetick/contract/calls";
import { formatDecimal, formatPrice, price } from "@truetick/money";
import type { Database } from "../../platform/database.ts";
import { type Handlers, refuse } from "../../platform/handler.ts";
import type { TradedMarket } from "../markets/traded-market.ts";
import { type RawTick, TAKEN } from "./raw-run.ts";
import { readTape, type StoredPiece, type TapeStretch } from "./read-tape.ts";

const WHOLE_POINTS = /^-?\d{1,16}$/;

export function createTapeHandlers({
  database,
  markets,
}: {
  database: Database;
  markets: readonly TradedMarket[];
}): Handlers<"listTape"> {
  const byId = new Map(markets.map((market) => [market.id, market]));
  return {
    async listTape(fields) {
      const { marketId, after, before } = tapeFromFields(fields);
      const market = byId.get(marketId);
      if (!market) return refuse("MARKET_UNKNOWN");
      const stretch = await readTape(database, { marketId: Number(marketId), after, before });
      return tapePageToWire({
        code: market.code,
        quotes: quotesOf(stretch, market),
        headSeq: stretch.headSeq,
        pieces: stretch.pieces.map(linkOf),
        refused: refusedOf(stretch, market),
        rawPieces: stretch.rawPieces.map(linkOf),
        retired: stretch.retired && {
          lastSeq: stretch.retired.lastSeq,
          hash: stretch.retired.hash.toString("hex"),
        },
      });
    },
  };
}

function quotesOf({ pieces }: TapeStretch, { pricePrecision }: TradedMarket) {
  const shown = (points: number) => formatPrice(price(points), pricePrecision);
  return pieces.flatMap(({ firstSeq, hash, quotes }) =>
    quotes.map(({ bid, ask, atMs }, index) => ({
      seq: firstSeq + index,
      bid: shown(bid),
      ask: shown(ask),
      time: atMs / 1_000,
      hash: hash.toString("hex"),
    })),
  );
}

function refusedOf({ rawPieces }: TapeStretch, { pricePrecision }: TradedMarket): RefusedTick[] {
  const shown = (points: string) =>
    WHOLE_POINTS.test(points) ? formatDecimal(BigInt(points), pricePrecision) : points;
  const isRefused = ({ outcome }: RawTick) => outcome !== TAKEN;
  return rawPieces
    .flatMap(({ ticks }) => ticks)
    .filter(isRefused)
    .map((tick) => ({
      afterSeq: tick.quoteSeq,
      time: tick.receivedAtMs / 1_000,
      source: tick.source,
      bid: shown(tick.bid),
      ask: shown(tick.ask),
      reason: tick.outcome,
    }));
}

function linkOf({ firstSeq, lastSeq, prevHash, hash, packed }: StoredPiece): TapeLink {
  return {
    firstSeq,
    lastSeq,
    prevHash: prevHash.toString("hex"),
    hash: hash.toString("hex"),
    packed: packed.toString("base64"),
  };
}
