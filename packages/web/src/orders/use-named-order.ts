// Opens the order that the address names (`/order?type=3&id=…`), once per address, whatever its
// age: it is asked for by its number. Says so when there is no such order. Closing it takes the
// number out of the address, so that a reload does not open it again.

import { type Order, requestOrder } from "@truetick/contract";
import { useStore } from "@truetick/ui/state";
import { useEffect, useEffectEvent } from "react";
import { useApp } from "../app/app.ts";
import { useTellFailure } from "../app/use-failure.ts";

const ORDER_ID = /^[1-9]\d{0,14}$/;

/** Answers what takes the number out of the address. */
export function useNamedOrder(onFound: (order: Order) => void): () => void {
  const { router, server } = useApp();
  const { path, query } = useStore(router.location);
  const named = query.get("id") ?? "";
  const tellFailure = useTellFailure();
  const found = useEffectEvent(onFound);
  const failed = useEffectEvent(tellFailure);
  useEffect(() => {
    if (!ORDER_ID.test(named)) return;
    let isLeft = false;
    void server.read(requestOrder(named)).then((answer) => {
      if (isLeft) return;
      if (answer.isOk) found(answer.value.order);
      else failed(answer.failure);
    });
    return () => {
      isLeft = true;
    };
  }, [named, server]);
  return () => {
    if (!query.has("id")) return;
    const rest = new URLSearchParams(query);
    rest.delete("id");
    router.note(`${path}?${rest}`);
  };
}
