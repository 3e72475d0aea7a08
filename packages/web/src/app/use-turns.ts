// How often the page has been painted since a screen was opened, up to `last`. A screen with much
// on it shows its parts in turns, what is read first before the others: laid out all at once they
// would all come later, and hold up fingers meanwhile.

import { startTransition, useEffect, useState } from "react";
import { whenPainted } from "./later.ts";

export function useTurns(last: number): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (turn === last) return undefined;
    return whenPainted(() => startTransition(() => setTurn(turn + 1)));
  }, [turn, last]);
  return turn;
}
