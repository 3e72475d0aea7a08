// The ticket where there is room for it: the right-hand panel of the workspace, with the account
// below. B and S choose the side (trade.screen.tsx).

import { useTranslations } from "use-intl";
import { AccountCard } from "../account/account-card.tsx";
import { TicketForm } from "./ticket-form.tsx";
import styles from "./ticket-panel.module.css";
import { useOneTap } from "./use-one-tap.ts";
import type { Ticket } from "./use-ticket.ts";

export function TicketPanel({ ticket }: { readonly ticket: Ticket }) {
  const t = useTranslations("ticket");
  const oneTap = useOneTap(ticket, () => undefined);
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
      <TicketForm ticket={ticket} oneTap={oneTap} />
      <AccountCard />
    </aside>
  );
}
