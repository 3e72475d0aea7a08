// Figures of the account and its orders that prices move: written into the page as the book moves,
// without a render. What a screen renders is `still` (account-book.ts); these stand in it.

import type { Order } from "@truetick/contract";
import { useNotation, writeText } from "@truetick/ui";
import { useRef, useSyncExternalStore } from "react";
import { useApp } from "../app/app.ts";
import { usePaint } from "../app/use-paint.ts";
import { MoneyFrame, type MoneyLook, paintMoney } from "./money-text.tsx";
import type { OpenBook } from "./open-book.ts";

/** Calls `paint` with the newest book after every render and whenever it moves. */
export function useBookPaint(paint: (open: OpenBook | null) => void): void {
  usePaint(useApp().account, paint);
}

/** The order as it stands now; as it was last known, once it is gone or when it has ended. */
export function orderNow(order: Order, open: OpenBook | null): Order {
  const now = open?.orders.get(order.id);
  return now?.status === order.status ? now : order;
}

/** Renders as the order moves: for a popup or a small part of a screen. */
export function useOrderNow(order: Order): Order {
  const { account } = useApp();
  return useSyncExternalStore(account.subscribe, () => orderNow(order, account.get()));
}

export function LiveMoney({
  of,
  className,
  ...look
}: MoneyLook & {
  /** A decimal of the wire. */
  readonly of: (open: OpenBook | null) => string;
  readonly className?: string | undefined;
}) {
  const frame = useRef<HTMLElement>(null);
  const notation = useNotation();
  useBookPaint((open) => {
    if (frame.current) paintMoney(frame.current, of(open), { ...look, notation });
  });
  return <MoneyFrame ref={frame} className={className} />;
}

export function LiveText({ of }: { readonly of: (open: OpenBook | null) => string }) {
  const element = useRef<HTMLElement>(null);
  useBookPaint((open) => {
    if (element.current) writeText(element.current, of(open));
  });
  return <bdi ref={element} dir="ltr" />;
}
