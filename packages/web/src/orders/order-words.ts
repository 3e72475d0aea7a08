// What orders need besides their own fields: the market they are in, how its prices are typeset,
// and the reason of an end in the reader's words.

import type { Market, Order } from "@truetick/contract";
import { type PriceShape, useNotation } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import { useMemo } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";

/** Null for a market that is no longer listed. */
export function useMarketOf(marketId: string): Market | null {
  const list = useStore(useApp().markets);
  if (list.phase !== "ready") return null;
  return list.markets.find(({ id }) => id === marketId) ?? null;
}

const PIP_DIGITS = 2;

export function shapeOf(order: Order, market: Market | null): PriceShape {
  if (market) return market;
  const { pricePrecision } = order.market;
  return { pricePrecision, pipDigits: PIP_DIGITS, fractionDigits: 0 };
}

/** By the rule that fired; a reason that only a newer server knows is told in its own words. */
export function useEndReason() {
  const t = useTranslations();
  return ({
    status,
    reason,
    text,
  }: {
    readonly status: Order["status"];
    readonly reason: string | null;
    readonly text: string;
  }): string => {
    const section = status === "cancelled" ? "cancelReasons" : "closeReasons";
    // The names are the catalogue's own; one that is not there falls back to the server's text.
    const key = `${section}.${reason}` as "closeReasons.user";
    return reason !== null && t.has(key) ? t(key) : text;
  };
}

/** What the rule that ended an order does, in a sentence; null where only the server knows it. */
export function useWhy(): (status: Order["status"], reason: string) => string | null {
  const t = useTranslations("orders");
  return (status, reason) => {
    const section = status === "cancelled" ? "whyCancelled" : "whyClosed";
    // The names are the catalogue's own, one for every reason of the engine's.
    const key = `${section}.${reason}` as "whyClosed.user";
    return t.has(key) ? t(key) : null;
  };
}

const OWN_ACTS: ReadonlySet<string | null> = new Set(["user", "copy-stopped", "demo-reset"]);

/** The trader ended it by an own act: nobody has to be told why. */
export function isOwnAct(reason: string | null): boolean {
  return OWN_ACTS.has(reason);
}

/** The time of day of a moment of the wire, where its day stands above. */
export function useClock(): (seconds: number | null) => string {
  const { tag } = useNotation();
  const format = useMemo(() => new Intl.DateTimeFormat(tag, { timeStyle: "medium" }), [tag]);
  return (seconds) => (seconds === null ? "–" : format.format(seconds * 1000));
}

/** A moment of the wire in the reader's language and by his own clock. */
export function useMoment(): (seconds: number | null) => string {
  const { tag } = useNotation();
  const format = useMemo(
    () => new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "medium" }),
    [tag],
  );
  return (seconds) => (seconds === null ? "–" : format.format(seconds * 1000));
}
