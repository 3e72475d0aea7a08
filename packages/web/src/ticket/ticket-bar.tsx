// Sell and Buy at the thumb: the bar that stands below the chart where there is no panel, and the
// sheet with the ticket that it opens. Closed or stale markets switch it off and say why.

import { Sheet } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { useApp } from "../app/app.ts";
import { DealTiles } from "./deal-tiles.tsx";
import styles from "./ticket-bar.module.css";
import { TicketForm } from "./ticket-form.tsx";
import { useStanding } from "./use-standing.ts";
import type { Ticket } from "./use-ticket.ts";

function Spendable() {
  const { account } = useApp();
  const t = useTranslations("ticket");
  const open = useStore(account);
  if (!open) return null;
  return (
    <p className={styles.spendable}>
      {t("spendable")} <MoneyText text={open.account.balance} className={styles.amount} />{" "}
      {open.account.currency}
    </p>
  );
}

export function TicketBar({
  ticket,
  isOpen,
  onOpen,
  onClose,
}: {
  readonly ticket: Ticket;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}) {
  const { preferences } = useApp();
  const t = useTranslations("ticket");
  const { isOneTap } = useStore(preferences);
  const standing = useStanding(ticket.market);
  const isOff = standing.kind !== "open" && standing.kind !== "noLeverage";
  return (
    <div className={styles.bar}>
      <DealTiles
        market={ticket.market}
        chosen={null}
        isOff={isOff}
        onPress={(side) => {
          ticket.change({ side });
          const isAtOnce = isOneTap && !ticket.isVisitor && !ticket.draft.isPending;
          if (isAtOnce) ticket.send(side);
          else onOpen();
        }}
      />
      {isOff && <p className={styles.standing}>{standing.text}</p>}
      <Sheet
        isOpen={isOpen}
        title={ticket.market.displayCode}
        closeLabel={t("close")}
        place="centre"
        onClose={onClose}
      >
        <div className={styles.sheet}>
          <Spendable />
          <TicketForm ticket={ticket} />
        </div>
      </Sheet>
    </div>
  );
}
