// The price that would close an order now, or did: painted as it moves. A dash while nobody knows.

import type { Order } from "@truetick/contract";
import { PriceFrame, paintPrice, splitPrice, useNotation } from "@truetick/ui";
import { useSelected } from "@truetick/ui/state";
import { useRef } from "react";
import { orderNow, useBookPaint } from "../account/live-account.tsx";
import { useApp } from "../app/app.ts";
import { shapeOf, useMarketOf } from "./order-words.ts";

export function LiveClosingPrice({
  order,
  className,
}: {
  readonly order: Order;
  /** Of the dash. */
  readonly className?: string | undefined;
}) {
  const frame = useRef<HTMLSpanElement>(null);
  const notation = useNotation();
  const shape = shapeOf(order, useMarketOf(order.market.id));
  const isKnown = useSelected(
    useApp().account,
    (open) => orderNow(order, open).closingPrice !== null,
  );
  useBookPaint((open) => {
    const { closingPrice } = orderNow(order, open);
    if (frame.current && closingPrice !== null) {
      paintPrice(frame.current, splitPrice(closingPrice, shape, notation));
    }
  });
  if (!isKnown) return <span className={className}>–</span>;
  return <PriceFrame ref={frame} isFlat />;
}
