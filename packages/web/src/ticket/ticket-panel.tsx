// The ticket where there is room for it: the right-hand panel of the workspace, with the account
// below. B and S choose the side from anywhere on the screen that is not a field.

import type { Side } from "@truetick/contract";
import { useStore } from "@truetick/ui/state";
import { useEffect, useEffectEvent } from "react";
import { useTranslations } from "use-intl";
import { AccountCard } from "../account/account-card.tsx";
import { useApp } from "../app/app.ts";
import { TicketForm } from "./ticket-form.tsx";
import styles from "./ticket-panel.module.css";
import type { Ticket } from "./use-ticket.ts";

const KEYS: Readonly<Record<string, Side>> = { b: "buy", s: "sell" };

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

function useSideKeys(choose: (side: Side) => void): void {
  const chooseNow = useEffectEvent(choose);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const side = KEYS[event.key.toLowerCase()];
      const isPlain = !event.metaKey && !event.ctrlKey && !event.altKey;
      if (!side || !isPlain || isTyping(event.target)) return;
      if (!document.querySelector("dialog[open]")) chooseNow(side);
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}

export function TicketPanel({ ticket }: { readonly ticket: Ticket }) {
  const t = useTranslations("ticket");
  const { isOneTap } = useStore(useApp().preferences);
  useSideKeys((side) => ticket.change({ side }));
  const deal = (side: Side) => {
    ticket.change({ side });
    if (isOneTap && !ticket.isVisitor && !ticket.draft.isPending) ticket.send(side);
  };
  return (
    <aside className={styles.panel} aria-label={t("title")}>
      <div className={styles.head}>
        {/* No heading: the chart's own names the market already. */}
        <p className={styles.market} dir="ltr">
          {ticket.market.displayCode}
        </p>
        <p className={styles.keys} aria-hidden="true">
          {t("sell")} <kbd>S</kbd> {t("buy")} <kbd>B</kbd>
        </p>
      </div>
      <TicketForm ticket={ticket} onSide={deal} />
      <AccountCard />
    </aside>
  );
}
