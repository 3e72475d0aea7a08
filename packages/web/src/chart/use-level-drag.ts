// Dragging the line of an order with the mouse: it follows the pointer, Escape or "Cancel" puts it
// back, and letting go asks. What is sent goes the way of the order's popup, once, and a refusal
// puts the line back and is told. Which stop an entry becomes hangs on the price of this moment.
// Invariant: nothing is sent without the answer "Set".

import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useState } from "react";
import { orderNow } from "../account/live-account.tsx";
import { useApp } from "../app/app.ts";
import { type OrderAct, useOrderAct } from "../orders/use-order-act.ts";
import { useOrderToasts } from "../orders/use-order-toasts.ts";
import type { ChartHost } from "./chart-host.ts";
import {
  levelKey,
  type MovableRole,
  type OrderLevel,
  requestMove,
  roleAt,
} from "./order-levels.ts";
import { priceAt } from "./price-scale.ts";

/** A press that moves less than this was no drag. */
const DRAG_FROM_PX = 3;

export type MovedLevel = OrderLevel & { readonly role: MovableRole };

export type LevelDrag = {
  /** The level where it is being dragged to or asked about; null while none is, or refused. */
  readonly moved: MovedLevel | null;
  /** What the tip beside it is about; null without one. */
  readonly asked: MovedLevel | null;
  readonly phase: "dragging" | "asking" | "refused";
  readonly act: OrderAct;
  readonly grab: (level: OrderLevel, event: PointerEvent<HTMLElement>) => void;
  readonly send: () => void;
  readonly cancel: () => void;
};

type Held = { readonly moved: MovedLevel; readonly isAsking: boolean };

type DragNeeds = {
  readonly layer: RefObject<HTMLElement | null>;
  readonly host: ChartHost;
  readonly levels: readonly OrderLevel[];
  readonly pricePrecision: number;
};

/** Before anyone else hears of it: what is under way ends first, then what is open. */
function onEscape(listener: () => void, signal: AbortSignal): void {
  const hear = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    listener();
  };
  window.addEventListener("keydown", hear, { signal, capture: true });
}

function useEscape(isHeard: boolean, listener: () => void): void {
  const tell = useEffectEvent(listener);
  useEffect(() => {
    if (!isHeard) return;
    const watch = new AbortController();
    onEscape(() => tell(), watch.signal);
    return () => watch.abort();
  }, [isHeard]);
}

/** Tells where the pointer goes until it is let go; not let go, the drag was given up. */
function followPointer(
  { currentTarget: handle, pointerId, clientY: startY }: PointerEvent<HTMLElement>,
  on: {
    readonly onMove: (clientY: number) => void;
    readonly onEnd: (isLetGo: boolean) => void;
  },
): void {
  const watch = new AbortController();
  const { signal } = watch;
  let isDragged = false;
  const follow = ({ clientY }: { readonly clientY: number }) => {
    isDragged ||= Math.abs(clientY - startY) >= DRAG_FROM_PX;
    if (isDragged) on.onMove(clientY);
  };
  const end = (isLetGo: boolean) => {
    watch.abort();
    on.onEnd(isLetGo);
  };
  handle.setPointerCapture(pointerId);
  // Of an element that can be grabbed: its pointer events, which the general type hides.
  const element: HTMLElement = handle;
  element.addEventListener("pointermove", follow, { signal });
  element.addEventListener("pointerup", () => end(true), { signal });
  element.addEventListener("pointercancel", () => end(false), { signal });
  onEscape(() => end(false), signal);
}

export function useLevelDrag({ layer, host, levels, pricePrecision }: DragNeeds): LevelDrag {
  const { account } = useApp();
  const [held, setHeld] = useState<Held | null>(null);
  const act = useOrderAct();
  const tell = useOrderToasts();
  const order = levels.find((level) => level.order.id === held?.moved.order.id)?.order;

  const cancel = () => {
    act.forget();
    setHeld(null);
  };
  // An order that has ended meanwhile takes its question along.
  const isGone = held !== null && order === undefined;
  const leave = useEffectEvent(cancel);
  useEffect(() => {
    if (isGone) leave();
  }, [isGone]);

  const isAsking = held?.isAsking === true;
  const isWorking = act.phase === "working" || act.phase === "unsure";
  useEscape(isAsking && !isWorking, cancel);

  const movedTo = (level: OrderLevel, clientY: number): MovedLevel | null => {
    const axis = host.axis();
    const top = layer.current?.getBoundingClientRect().top;
    if (!axis || top === undefined) return null;
    const price = priceAt(clientY - top, axis.scale, pricePrecision);
    const now = orderNow(level.order, account.get());
    const role = roleAt({ ...level, order: now }, price);
    return role && { order: now, role, price };
  };

  const grab = (level: OrderLevel, event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || event.pointerType === "touch" || act.phase !== "idle") return;
    event.preventDefault();
    act.forget();
    let last: MovedLevel | null = null;
    followPointer(event, {
      onMove(clientY) {
        last = movedTo(level, clientY) ?? last;
        if (last) setHeld({ moved: last, isAsking: false });
      },
      onEnd(isLetGo) {
        const moved = isLetGo && last && !isThere(levels, last) ? last : null;
        setHeld(moved && { moved, isAsking: true });
      },
    });
  };

  const send = () => {
    if (!held || !order) return;
    const { role } = held.moved;
    act.run(requestMove(order, held.moved), () => {
      setHeld(null);
      if (role === "target") tell.amended(order);
      else tell.stopsSet(order);
    });
  };

  const isRefused = act.failure !== null && act.phase === "idle";
  return {
    moved: isRefused ? null : (held?.moved ?? null),
    asked: held && order ? { ...held.moved, order } : null,
    phase: isRefused ? "refused" : isAsking ? "asking" : "dragging",
    act,
    grab,
    send,
    cancel,
  };
}

/** Put back where it was, there is nothing to ask. */
function isThere(levels: readonly OrderLevel[], moved: OrderLevel): boolean {
  return levels.some((level) => levelKey(level) === levelKey(moved) && level.price === moved.price);
}
