// The ranking for a screen: the reader's choice in the address, and the rows it brings, page by
// page. Looked at again every minute: no figure of it is older on the server.

import { type RankedTrader, requestRankedTraders } from "@truetick/contract/ranking";
import { useStore } from "@truetick/ui/state";
import { useEffect, useMemo, useState } from "react";
import { useApp } from "../app/app.ts";
import { useLookingAgain } from "../app/use-looking-again.ts";
import { type Pages, usePages } from "../app/use-pages.ts";

import { type RankChoice, readRankChoice, readSearch, writeRankChoice } from "./rank-choice.ts";

/** Aliases are unique, and all that is known of a person. */
export type RankedRow = RankedTrader & { readonly id: string; readonly place: number };

const ROWS_PER_PAGE = 20;
const LOOK_EVERY_MS = 60_000;
/** Typing pauses this long before anybody is asked. */
const TYPING_MS = 250;

function requestRows({ sort, search }: RankChoice, page: number) {
  const request = requestRankedTraders({ page, sort, search });
  return {
    ...request,
    read: (wire: unknown) => {
      const { traders, total } = request.read(wire);
      const first = (page - 1) * ROWS_PER_PAGE + 1;
      const rows = traders.map((trader, at) => ({
        ...trader,
        id: trader.alias,
        place: first + at,
      }));
      return { rows, total };
    },
  };
}

export type Ranking = {
  readonly choice: RankChoice;
  /** What stands in the field; what is asked for follows when typing pauses. */
  readonly typed: string;
  readonly setTyped: (typed: string) => void;
  readonly choose: (sort: RankChoice["sort"]) => void;
  readonly pages: Pages<RankedRow>;
};

export function useRanking(): Ranking {
  const { router } = useApp();
  const { query } = useStore(router.location);
  const address = String(query);
  const choice = useMemo(() => readRankChoice(new URLSearchParams(address)), [address]);
  const [typed, setTyped] = useState(choice.search);
  const pages = usePages<RankedRow>(
    (page) => requestRows(choice, page),
    `${choice.sort} ${choice.search}`,
  );
  useEffect(() => {
    const search = readSearch(typed);
    if (search === choice.search) return undefined;
    const timer = setTimeout(() => router.note(writeRankChoice({ ...choice, search })), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, choice, router]);
  const { refresh, isAsking } = pages;
  useLookingAgain({ look: () => void refresh(), isAsking }, LOOK_EVERY_MS);
  return {
    choice,
    typed,
    setTyped,
    choose: (sort) => router.note(writeRankChoice({ ...choice, sort })),
    pages,
  };
}
