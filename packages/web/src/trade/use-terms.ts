// The public terms of a market, asked for while somebody looks and again now and then, since what
// a lot costs moves with the price.

import { type PublicTerms, requestMarketTerms } from "@truetick/contract";
import { useEffect } from "react";
import { type Reading, useRead } from "../app/use-read.ts";

const ASK_EVERY_MS = 30_000;

export function useTerms(marketId: string): Reading<PublicTerms> {
  const reading = useRead(() => requestMarketTerms(marketId), marketId);
  const { again } = reading;
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) again();
    }, ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [again]);
  return reading;
}
