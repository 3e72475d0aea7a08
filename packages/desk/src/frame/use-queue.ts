// What a queue is looked at through, kept in the address: its filters, the search, and the chosen
// row. A link to it shows the same to a colleague.

import { useStore } from "@truetick/ui/state";
import { useCallback } from "react";
import { useDesk } from "../app/desk.ts";
import { addressOf, pathTo } from "../app/place.ts";
import type { PlaceName } from "../app/routes.tsx";

export type QueueView = {
  /** A filter as the address has it; the given one when it has none. */
  readonly filter: (name: string, otherwise?: string) => string;
  /** Changes filters; the chosen row stays open. */
  readonly choose: (filters: Readonly<Record<string, string>>) => void;
  readonly open: (id: string | null) => void;
  /** The address of a row, for its link. */
  readonly pathOf: (id: string) => string;
};

export function useQueueView(place: PlaceName): QueueView {
  const { router } = useDesk();
  const { query, chosen } = addressOf(useStore(router.location));
  const filters = Object.fromEntries(query);
  const pathOf = (id: string) => pathTo(place, id, filters);
  return {
    filter: (name, otherwise = "") => query.get(name) ?? otherwise,
    choose: useCallback(
      (changed) => {
        const now = addressOf(router.location.get());
        const next = { ...Object.fromEntries(now.query), ...changed };
        router.navigate(pathTo(place, chosen, next), { isReplacing: true });
      },
      [router, place, chosen],
    ),
    open: (id) => router.navigate(pathTo(place, id, filters)),
    pathOf,
  };
}

/** A filter of the address that is one of these; null when it is none. */
export function oneOf<T extends string>(choices: readonly T[], text: string): T | null {
  return choices.find((choice) => choice === text) ?? null;
}
