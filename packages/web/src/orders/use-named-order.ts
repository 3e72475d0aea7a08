// Opens the order that the address names (`?order=`), once, when it is among the rows; looks on the
// next pages for one that is older, as far as a reader would.

import type { Order } from "@truetick/contract";
import { useStore } from "@truetick/ui/state";
import { useEffect, useEffectEvent, useRef } from "react";
import { useApp } from "../app/app.ts";
import { hasMore } from "./order-list.ts";
import type { Orders } from "./use-orders.ts";

const ROWS_SOUGHT_MAX = 500;

export function useNamedOrder({ list, loadMore }: Orders, onFound: (order: Order) => void): void {
  const { router } = useApp();
  const named = useStore(router.location).query.get("order");
  const isDone = useRef(false);
  const seek = useEffectEvent(() => {
    if (named === null || isDone.current || list.phase !== "ready") return;
    const order = list.orders.find(({ id }) => id === named);
    if (order) {
      isDone.current = true;
      onFound(order);
    } else if (hasMore(list) && list.orders.length < ROWS_SOUGHT_MAX) loadMore();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of the rows is looked at
  useEffect(() => seek(), [list.phase, list.orders.length, named]);
}
