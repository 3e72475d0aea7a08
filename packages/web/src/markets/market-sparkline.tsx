// The sparkline of one market: its closes when they have come, coloured by the day's direction,
// which it follows without rendering on every tick.

import type { Market } from "@truetick/contract";
import { directionOf, Sparkline } from "@truetick/ui";
import { useCallback, useSyncExternalStore } from "react";
import { useApp } from "../app/app.ts";
import { useQuoteValue } from "./use-quote.ts";

const NONE: readonly number[] = [];

function useCloses(marketId: string): readonly number[] {
  const { sparklines } = useApp();
  const subscribe = useCallback(
    (listener: () => void) => sparklines.subscribe(marketId, listener),
    [sparklines, marketId],
  );
  return useSyncExternalStore(subscribe, () => sparklines.get(marketId) ?? NONE);
}

export function MarketSparkline({
  market,
  width,
  height,
  isFilled = false,
  className,
}: {
  readonly market: Market;
  readonly width: number;
  readonly height: number;
  readonly isFilled?: boolean;
  readonly className?: string | undefined;
}) {
  const closes = useCloses(market.id);
  const direction = useQuoteValue(market.id, (update) =>
    directionOf(update?.quote.dayChange ?? "0"),
  );
  const dayOpen = useQuoteValue(market.id, (update) => update?.quote.dayOpen ?? null);
  return (
    <Sparkline
      closes={closes}
      dayOpen={dayOpen === null ? null : Number(dayOpen)}
      direction={direction}
      width={width}
      height={height}
      isFilled={isFilled}
      className={className}
    />
  );
}
