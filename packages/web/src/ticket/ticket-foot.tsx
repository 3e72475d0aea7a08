// The end of the ticket: why nothing can be sent, what was refused, what nobody knows yet, and the
// one button that sends it, with the act in its own words.

import { Button, Note, useNotation, writeDecimal } from "@truetick/ui";
import CircleAlert from "lucide-react/icons/circle-alert";
import ClockAlert from "lucide-react/icons/clock-alert";
import Moon from "lucide-react/icons/moon";
import OctagonMinus from "lucide-react/icons/octagon-minus";
import { useTranslations } from "use-intl";
import { readNumber } from "./read-number.ts";
import styles from "./ticket-form.module.css";
import type { Standing } from "./use-standing.ts";
import type { PricedTicket } from "./use-ticket.ts";
import { VisitorWays } from "./visitor-ways.tsx";

function StandingNote({
  standing,
  ticket,
}: {
  readonly standing: Standing;
  readonly ticket: PricedTicket;
}) {
  if (standing.kind === "open") return null;
  // The spec's word on trying it; until then the picker says that there is nothing to pick.
  if (standing.kind === "noLeverage" && !ticket.isChecked) return null;
  const isClosed = standing.kind === "closed";
  const Shape = standing.kind === "closingOnly" ? OctagonMinus : ClockAlert;
  return (
    <Note tone={isClosed ? "neutral" : "warn"} icon={isClosed ? Moon : Shape}>
      {standing.text}
    </Note>
  );
}

/** What stands between the reader and an answer that nobody has yet. */
function UnknownNote({ ticket }: { readonly ticket: PricedTicket }) {
  const t = useTranslations("ticket");
  if (ticket.phase === "unsure") {
    return (
      <Note tone="warn" icon={ClockAlert}>
        {t("unsure")}
      </Note>
    );
  }
  if (ticket.phase !== "unknown") return null;
  return (
    <div className={styles.unknown} role="alert">
      <Note tone="warn" icon={ClockAlert}>
        {t("unknown")}
      </Note>
      <div className={styles.ways}>
        <Button kind="tonal" size="touch" onClick={ticket.letGo}>
          {t("letGo")}
        </Button>
        <Button kind="primary" size="touch" onClick={ticket.askAgain}>
          {t("askAgain")}
        </Button>
      </div>
    </div>
  );
}

function useActWords({ draft, market, reading }: PricedTicket): string {
  const t = useTranslations("ticket");
  const notation = useNotation();
  const lots = writeDecimal(reading.lots ?? readNumber(draft.lots, notation) ?? "", notation);
  // Kept together in every direction of writing.
  const words = { lots, market: market.displayCode };
  if (!draft.isPending) return t(draft.side === "buy" ? "buyAtMarket" : "sellAtMarket", words);
  return t(draft.side === "buy" ? "placeBuy" : "placeSell", words);
}

function SendButton({
  ticket,
  standing,
}: {
  readonly ticket: PricedTicket;
  readonly standing: Standing;
}) {
  const t = useTranslations("ticket");
  const act = useActWords(ticket);
  const isClosed = standing.kind === "closed";
  const offWords =
    standing.kind === "closingOnly" ? t("closingOnly") : isClosed ? t("closed") : null;
  return (
    <Button
      type="submit"
      kind={ticket.draft.side}
      size="cta"
      className={styles.act}
      isWorking={ticket.phase === "sending" || ticket.phase === "unsure"}
      disabled={standing.kind !== "open" && standing.kind !== "noLeverage"}
    >
      <span className={styles.words}>{offWords ?? act}</span>
    </Button>
  );
}

export function TicketFoot({
  ticket,
  standing,
  refusal,
}: {
  readonly ticket: PricedTicket;
  readonly standing: Standing;
  /** What is about no field in particular. */
  readonly refusal: string | null;
}) {
  return (
    <div className={styles.foot}>
      <div aria-live="polite">
        <StandingNote standing={standing} ticket={ticket} />
      </div>
      <div aria-live="polite">
        {refusal && standing.kind === "open" && (
          <Note tone="warn" icon={CircleAlert}>
            {refusal}
          </Note>
        )}
      </div>
      <UnknownNote ticket={ticket} />
      {ticket.isVisitor && <VisitorWays />}
      {!ticket.isVisitor && ticket.phase !== "unknown" && (
        <SendButton ticket={ticket} standing={standing} />
      )}
    </div>
  );
}
