// The draft of a market's ticket: begun with what the reader has chosen before (size, leverage,
// limit of slippage), kept while he is on the market, begun anew on another.

import type { Market, Side } from "@truetick/contract";
import { useNotation } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import { useState } from "react";
import { useApp } from "../app/app.ts";
import type { Storage } from "../app/storage.ts";
import { type Draft, newDraft } from "./draft.ts";

const LEVERAGE_CHOICE = "leverage";
const DEVIATION_CHOICE = "deviation";

/** Whole numbers only; what was never chosen, or no longer is, is null. */
function readCount(storage: Storage, name: string): number | null {
  const text = storage.read(name) ?? "";
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

export function useDraft(market: Market) {
  const { storage, preferences } = useApp();
  const { defaultLots: lots } = useStore(preferences);
  const notation = useNotation();
  const begin = (side: Side) => {
    const leverage = readCount(storage, LEVERAGE_CHOICE);
    const deviation = readCount(storage, DEVIATION_CHOICE);
    return { market, draft: newDraft(market, { side, lots, leverage, deviation, notation }) };
  };
  const [kept, setKept] = useState(() => begin("buy"));
  let current = kept;
  if (kept.market.id !== market.id) {
    current = begin(kept.draft.side);
    setKept(current);
  }
  /** On what stands there at that moment: nothing typed meanwhile is lost. */
  const edit = (change: (draft: Draft) => Draft) =>
    setKept((now) => (now.market.id === market.id ? { market, draft: change(now.draft) } : now));
  /** What of a change holds for the next ticket too. */
  const remember = ({ leverage, deviation }: Partial<Draft>) => {
    if (leverage) storage.write(LEVERAGE_CHOICE, String(leverage));
    if (deviation !== undefined) storage.write(DEVIATION_CHOICE, String(deviation ?? ""));
  };
  return { draft: current.draft, edit, remember };
}
