// The sparkline of one market: its closes when they have come, coloured by the day's direction,
// which is painted without a render.

import type { Market } from "@truetick/contract";
import { directionOf, paintDirection, Sparkline } from "@truetick/ui";
import { useCallback, useRef, useSyncExternalStore } from "react";
import { useApp } from "../app/app.ts";
import { useQuotePaint, useQuoteValue } from "./use-quote.ts";

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
  const line = useRef<SVGSVGElement>(null);
  useQuotePaint(market.id, ({ quote }, before) => {
    if (!line.current || before?.quote.dayChange === quote.dayChange) return;
    paintDirection(line.current, directionOf(quote.dayChange));
  });
  const dayOpen = useQuoteValue(market.id, (update) => update?.quote.dayOpen ?? null);
  return (
    <Sparkline
      ref={line}
      closes={closes}
      dayOpen={dayOpen === null ? null : Number(dayOpen)}
      direction={undefined}
      width={width}
      height={height}
      isFilled={isFilled}
      className={className}
    />
  );
}
