// The ticket of the trade screen and where it stands: in a panel beside the chart, or in a sheet
// over it. Says what became of orders, also of those that went out while the ticket was closed. Its
// `begin` is what keys and other panes use to have the ticket before the reader.

import type { Market, Side } from "@truetick/contract";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { ltrText } from "../app/ltr-text.ts";
import { useFailureText } from "../app/use-failure.ts";
import { useMedia, WORKSPACE } from "../app/use-media.ts";
import { usePlacedToast } from "./use-placed-toast.ts";
import { type Ticket, useTicket } from "./use-ticket.ts";

export type TicketPlace = {
  readonly ticket: Ticket;
  /** It stands beside the chart and is always there; otherwise in a sheet that opens. */
  readonly hasPanel: boolean;
  readonly isOpen: boolean;
  readonly open: () => void;
  readonly close: () => void;
  /** Has the ticket before the reader, on this side. */
  readonly begin: (side: Side) => void;
};

export function useTicketPlace(market: Market): TicketPlace {
  const { toasts } = useApp();
  const t = useTranslations("ticket");
  const hasPanel = useMedia(WORKSPACE);
  const [isOpen, setIsOpen] = useState(false);
  const tell = usePlacedToast();
  const textOf = useFailureText();
  const open = () => setIsOpen(true);
  const ticket = useTicket(market, {
    isShown: hasPanel || isOpen,
    onDone(placed, sent) {
      if (sent.market.id === market.id) setIsOpen(false);
      tell(placed, sent);
    },
    onRefused(failure, { market: { id, displayCode }, isAtOnce }) {
      const why = textOf(failure) ?? "";
      if (id !== market.id) {
        const text = `${ltrText(displayCode)} · ${why}`;
        toasts.show({ tone: "failed", title: t("refused"), text });
        return;
      }
      // In the ticket it stands beside its field; without one, it has to be said.
      if (!isAtOnce || hasPanel || isOpen) return;
      const acts = [{ label: t("oneTap.openTicket"), run: open }];
      toasts.show({ tone: "failed", title: t("refused"), text: why, acts });
    },
  });
  return {
    ticket,
    hasPanel,
    isOpen,
    open,
    close: () => setIsOpen(false),
    begin(side) {
      ticket.change({ side });
      if (!hasPanel) open();
    },
  };
}
