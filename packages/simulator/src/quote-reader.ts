// A reader like a socket's: now and then it asks what changed since its last version and keeps the
// newest of each market. However late it comes, it ends with what the board shows (F18).

import type { PriceRoom } from "@truetick/server";
import { insist } from "./watch-quotes.ts";

type Board = PriceRoom["board"];
type Update = ReturnType<Board["changedSince"]>[number];

export type QuoteReader = {
  readonly read: () => void;
  /** Holds what was read against the board. */
  readonly check: (codes: readonly string[]) => void;
};

export function createQuoteReader(board: Board): QuoteReader {
  const held = new Map<string, Update>();
  let version = 0;
  return {
    read() {
      const changes = board.changedSince(version);
      const codes = new Set(changes.map((change) => change.code));
      insist(codes.size === changes.length, "a market is in a change at most once");
      for (const change of changes) held.set(change.code, change);
      version = board.version();
    },
    check(codes) {
      for (const code of codes) {
        const isNewest = JSON.stringify(held.get(code)) === JSON.stringify(board.updateOf(code));
        insist(isNewest, `a late reader holds the newest quote of ${code}`);
      }
    },
  };
}
