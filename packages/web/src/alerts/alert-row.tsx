// One price alert: what it waits for and how far away that is, or when it was reached and by which
// row of the public tape. Taking it away can be undone for as long as the toast says so.

import type { Market } from "@truetick/contract";
import type { Alert } from "@truetick/contract/notices";
import { IconButton, useNotation, writeDecimal } from "@truetick/ui";
import BellRing from "lucide-react/icons/bell-ring";
import Trash2 from "lucide-react/icons/trash-2";
import TrendingDown from "lucide-react/icons/trending-down";
import TrendingUp from "lucide-react/icons/trending-up";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { ltrText } from "../app/ltr-text.ts";
import { useTellFailure } from "../app/use-failure.ts";
import { tradeAddress } from "../markets/current-market.ts";
import { useCalmQuote } from "../ticket/use-calm-quote.ts";
import { placeFrom } from "./alert-price.ts";
import styles from "./alert-row.module.css";
import { useAlerts } from "./use-alerts.ts";

/** How far the bid still has to go; nothing while there is no price. */
function Away({ alert, market }: { readonly alert: Alert; readonly market: Market }) {
  const t = useTranslations("alerts");
  const notation = useNotation();
  const bid = useCalmQuote(market.id)?.bid ?? "";
  const place = placeFrom(alert.price, bid, market);
  if (!place) return null;
  return t("away", { distance: ltrText(writeDecimal(place.distance, notation)) });
}

function Fired({ alert }: { readonly alert: Alert }) {
  const t = useTranslations("alerts");
  const { tag } = useNotation();
  if (alert.firedAt === null) return null;
  const format = new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "medium" });
  return t("proof", {
    time: format.format(alert.firedAt * 1_000),
    row: ltrText(String(alert.firedSeq ?? "–")),
  });
}

function useRemove(alert: Alert, name: string): () => Promise<void> {
  const { toasts } = useApp();
  const t = useTranslations("alerts");
  const notation = useNotation();
  const alerts = useAlerts();
  const tellFailure = useTellFailure();
  return async () => {
    const failure = await alerts.remove(alert.id);
    if (failure) {
      tellFailure(failure);
      return;
    }
    const put = async () => {
      const answer = await alerts.add(alert);
      if (!answer.isOk) tellFailure(answer.failure);
    };
    const price = writeDecimal(alert.price, notation);
    const title = t("removed", { market: name, price });
    // One that has fired is history: setting it again would make another one.
    const acts = [{ label: t("undo"), run: () => void put() }];
    toasts.show({ tone: "done", title, ...(alert.firedAt === null && { acts }) });
  };
}

export function AlertRow({
  alert,
  market,
  hasMarket,
}: {
  readonly alert: Alert;
  /** Undefined while the list of markets has not come, or when it is not in it any more. */
  readonly market: Market | undefined;
  /** Names the market and leads to it. */
  readonly hasMarket: boolean;
}) {
  const t = useTranslations("alerts");
  const notation = useNotation();
  const name = market?.displayCode ?? alert.code;
  const remove = useRemove(alert, name);
  const price = ltrText(writeDecimal(alert.price, notation));
  const isRising = alert.direction === "above";
  const Way = isRising ? TrendingUp : TrendingDown;
  const Shape = alert.firedAt === null ? Way : BellRing;
  return (
    <div className={styles.row} data-alert={alert.firedAt === null ? "waiting" : "fired"}>
      <Shape size={18} strokeWidth={1.75} className={styles.icon} />
      <span className={styles.words}>
        <span className={styles.title}>
          {hasMarket && (
            <Link to={tradeAddress(alert)} className={styles.market}>
              <bdi dir="ltr">{name}</bdi>
            </Link>
          )}
          <span>{isRising ? t("rises", { price }) : t("falls", { price })}</span>
        </span>
        <span className={styles.under}>
          {alert.firedAt === null ? (
            market && <Away alert={alert} market={market} />
          ) : (
            <Fired alert={alert} />
          )}
        </span>
      </span>
      <IconButton
        icon={Trash2}
        label={t("remove", { price })}
        className={styles.remove}
        onClick={() => void remove()}
      />
    </div>
  );
}
