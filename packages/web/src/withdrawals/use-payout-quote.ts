// The quote of a withdrawal while it is being typed: asked for shortly after the last key, and
// again when it is about to run out or did not come, so that what is shown is what would be booked.

import { type PayoutQuote, requestPayoutQuote } from "@truetick/contract/cashier";
import { useEffect, useState } from "react";
import { useApp } from "../app/app.ts";
import { onLineBack } from "../live/watch-line.ts";

const CALM_MS = 350;
/** A new one is asked for this long before the old one ends. */
const AHEAD_MS = 2_000;
const AGAIN_MIN_MS = 5_000;
const AMOUNT = /^\d{1,9}(\.\d{1,6})?$/;

/** Of a plain decimal; what was typed is read first. */
export function isAmount(text: string): boolean {
  return AMOUNT.test(text) && /[1-9]/.test(text);
}

/** Until its successor is asked for. The device's clock may be wrong: it is never hasty. */
function freshMs({ expiresAt }: PayoutQuote): number {
  return Math.max(AGAIN_MIN_MS, expiresAt * 1_000 - Date.now() - AHEAD_MS);
}

/** Null while there is none for exactly this. */
export function usePayoutQuote(currencyId: string | null, amount: string): PayoutQuote | null {
  const { server, live } = useApp();
  const [found, setFound] = useState<{ readonly key: string; readonly quote: PayoutQuote }>();
  const [round, setRound] = useState(0);
  const key = `${currencyId}/${amount}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    if (currencyId === null || !isAmount(amount)) return;
    const leaving = new AbortController();
    let again: ReturnType<typeof setTimeout> | undefined;
    let unfollow: (() => void) | undefined;
    const askAgain = () => setRound((before) => before + 1);
    const calm = setTimeout(async () => {
      const request = requestPayoutQuote({ currencyId, amount });
      const answer = await server.read(request, { signal: leaving.signal });
      if (leaving.signal.aborted) return;
      if (!answer.isOk) {
        again = setTimeout(askAgain, AGAIN_MIN_MS);
        unfollow = onLineBack(live, askAgain);
        return;
      }
      setFound({ key, quote: answer.value });
      again = setTimeout(askAgain, freshMs(answer.value));
    }, CALM_MS);
    return () => {
      leaving.abort();
      clearTimeout(calm);
      clearTimeout(again);
      unfollow?.();
    };
  }, [server, live, key, round]);
  useEffect(() => {
    if (!found) return;
    // No successor has come: what has run out would be refused.
    const end = setTimeout(() => setFound(undefined), freshMs(found.quote) + AHEAD_MS);
    return () => clearTimeout(end);
  }, [found]);
  return found?.key === key ? found.quote : null;
}
