// Dealing in one tap, where the reader has chosen it: what a tap on Sell or Buy does, and what
// stands on the tiles so that he sees what would go out. Without it, or with something missing, a
// tap leads to the ticket. Invariant: nothing goes out on a price that is stale, closed or cut.

import type { Side } from "@truetick/contract";
import { useNotation, writeDecimal } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { readNumber } from "./read-number.ts";
import { useStanding } from "./use-standing.ts";
import type { Ticket } from "./use-ticket.ts";

export type OneTap = {
  readonly isOn: boolean;
  /** What a tap sends: "0.10 · 1:30 · SL"; empty while taps only open the ticket. */
  readonly words: string;
  readonly isBusy: boolean;
  readonly tap: (side: Side) => void;
};

export function useOneTap(ticket: Ticket, onLook: () => void): OneTap {
  const { preferences } = useApp();
  const { isOneTap } = useStore(preferences);
  const t = useTranslations("orders");
  const notation = useNotation();
  const standing = useStanding(ticket.market);
  const { draft, isVisitor, phase } = ticket;
  const isOn = isOneTap && !isVisitor && !draft.isPending && standing.kind === "open";
  const lots = readNumber(draft.lots, notation);
  const said = [
    lots === null ? null : writeDecimal(lots, notation),
    draft.leverage === null ? null : `1:${draft.leverage}`,
    draft.stopLoss.isOn ? t("sl") : null,
    draft.takeProfit.isOn ? t("tp") : null,
    draft.trailing.isOn ? t("trailing") : null,
  ];
  return {
    isOn,
    words: isOn ? said.filter((words) => words !== null).join(" · ") : "",
    isBusy: phase !== "editing",
    tap(side) {
      if (isOn && phase === "editing" && ticket.sendAtOnce(side)) return;
      ticket.change({ side });
      onLook();
    },
  };
}
