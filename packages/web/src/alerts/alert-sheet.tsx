// The price alerts of one market: a new one, and those there are.

import type { Market } from "@truetick/contract";
import { Button, Sheet, Skeleton } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import { useTranslations } from "use-intl";
import { useFailureText } from "../app/use-failure.ts";
import { AlertForm } from "./alert-form.tsx";
import { AlertSections } from "./alert-sections.tsx";
import styles from "./alert-sheet.module.css";
import { useAlerts } from "./use-alerts.ts";

/** Of those that were reached, the newest few; all of them are in the notifications centre. */
const FIRED_SHOWN_MAX = 3;

function Here({ market }: { readonly market: Market }) {
  const t = useTranslations("alerts");
  const words = useTranslations("words");
  const quotes = useTranslations("quotes.failed");
  const textOf = useFailureText();
  const book = useAlerts();
  const { phase, alerts, failure } = useStore(book);
  if (phase === "loading") {
    return (
      <div className={styles.waiting} role="status" aria-label={words("loading")}>
        <Skeleton width="full" />
        <Skeleton width="full" />
      </div>
    );
  }
  if (phase === "failed") {
    return (
      <div className={styles.none} role="alert">
        <p>{(failure && textOf(failure)) ?? quotes("text")}</p>
        <Button onClick={() => void book.refresh()}>{quotes("retry")}</Button>
      </div>
    );
  }
  const here = alerts.filter(({ marketId }) => marketId === market.id);
  const waiting = here.filter(({ firedAt }) => firedAt === null);
  const fired = here.filter(({ firedAt }) => firedAt !== null).slice(0, FIRED_SHOWN_MAX);
  if (here.length === 0) return <p className={styles.none}>{t("noneHere")}</p>;
  return (
    <AlertSections alerts={[...waiting, ...fired]} marketOf={() => market} hasMarket={false} />
  );
}

export function AlertSheet({
  market,
  onClose,
}: {
  readonly market: Market;
  readonly onClose: () => void;
}) {
  const t = useTranslations("alerts");
  const settings = useTranslations("settings");
  // Isolated: the code stays left to right beside words that do not.
  const title = `${t("title")} · \u2066${market.displayCode}\u2069`;
  return (
    <Sheet isOpen title={title} closeLabel={settings("close")} place="centre" onClose={onClose}>
      <div className={styles.body}>
        <div className={styles.form}>
          <AlertForm market={market} />
        </div>
        <Here market={market} />
      </div>
    </Sheet>
  );
}
