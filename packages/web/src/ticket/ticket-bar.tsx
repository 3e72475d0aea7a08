// Sell and Buy at the thumb: the bar that stands below the chart where there is no panel, and the
// sheet with the ticket that it opens. Closed or stale markets switch it off and say why. Where the
// reader deals in one tap, the ticket has a button of its own.

import { IconButton, Sheet } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import SquarePen from "lucide-react/icons/square-pen";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { useApp } from "../app/app.ts";
import { DealTiles } from "./deal-tiles.tsx";
import styles from "./ticket-bar.module.css";
import { TicketForm } from "./ticket-form.tsx";
import { useOneTap } from "./use-one-tap.ts";
import { useStanding } from "./use-standing.ts";
import type { Ticket } from "./use-ticket.ts";
import type { TicketPlace } from "./use-ticket-place.ts";

function Spendable() {
  const { account } = useApp();
  const t = useTranslations("ticket");
  const open = useStore(account.still);
  if (!open) return null;
  return (
    <p className={styles.spendable}>
      {t("spendable")} <MoneyText text={open.account.balance} className={styles.amount} />{" "}
      {open.account.currency}
    </p>
  );
}

/** Why nothing can be sent, or what became of a tap that nobody knows about yet. */
function BarNote({ ticket, text }: { readonly ticket: Ticket; readonly text: string }) {
  const t = useTranslations("ticket");
  const { phase } = ticket;
  const words = phase === "unsure" ? t("unsure") : phase === "unknown" ? t("unknown") : text;
  return <div aria-live="polite">{words !== "" && <p className={styles.standing}>{words}</p>}</div>;
}

export function TicketBar({ place }: { readonly place: TicketPlace }) {
  const { ticket, isOpen, open, close } = place;
  const t = useTranslations("ticket");
  const standing = useStanding(ticket.market);
  const oneTap = useOneTap(ticket, open);
  const isOff = standing.kind !== "open" && standing.kind !== "noLeverage";
  const isUnderWay = ticket.phase === "sending" || ticket.phase === "unsure";
  return (
    <div className={styles.bar}>
      <div className={styles.deal}>
        <DealTiles
          market={ticket.market}
          chosen={null}
          isOff={isOff}
          isBusy={isUnderWay}
          atOnce={oneTap.words}
          onPress={oneTap.tap}
        />
        {oneTap.isOn && (
          <IconButton
            icon={SquarePen}
            label={t("oneTap.openTicket")}
            className={styles.look}
            onClick={open}
          />
        )}
      </div>
      <BarNote ticket={ticket} text={isOff ? standing.text : ""} />
      <Sheet
        isOpen={isOpen}
        title={ticket.market.displayCode}
        closeLabel={t("close")}
        place="centre"
        onClose={close}
      >
        <div className={styles.sheet}>
          <Spendable />
          <TicketForm ticket={ticket} />
        </div>
      </Sheet>
    </div>
  );
}
