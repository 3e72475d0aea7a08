// Every price alert of the reader, of all markets: a part of the notifications centre.

import type { Market } from "@truetick/contract";
import { Button, buttonClass, EmptyState, Skeleton } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import BellPlus from "lucide-react/icons/bell-plus";
import CloudOff from "lucide-react/icons/cloud-off";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { useFailureCode, useFailureText } from "../app/use-failure.ts";
import { AlertSections } from "./alert-sections.tsx";
import styles from "./all-alerts.module.css";
import { useAlerts } from "./use-alerts.ts";

const ROWS_EXPECTED = [1, 2, 3];

function useMarkets(): (id: string) => Market | undefined {
  const list = useStore(useApp().markets);
  const markets = list.phase === "ready" ? list.markets : [];
  return (id) => markets.find((market) => market.id === id);
}

export function AllAlerts() {
  const t = useTranslations("alerts");
  const words = useTranslations("words");
  const quotes = useTranslations("quotes.failed");
  const titles = useTranslations("shell.titles");
  const textOf = useFailureText();
  const codeOf = useFailureCode();
  const book = useAlerts();
  const { phase, alerts, failure } = useStore(book);
  const marketOf = useMarkets();
  if (phase === "loading") {
    return (
      <div className={styles.waiting} role="status" aria-label={words("loading")}>
        {ROWS_EXPECTED.map((row) => (
          <Skeleton key={row} width="full" className={styles.expected} />
        ))}
      </div>
    );
  }
  if (phase === "failed") {
    return (
      <EmptyState
        icon={CloudOff}
        tone="warn"
        title={(failure && textOf(failure)) ?? quotes("text")}
        text=""
        note={failure ? codeOf(failure) : undefined}
        actions={
          <Button kind="primary" size="touch" onClick={() => void book.refresh()}>
            {quotes("retry")}
          </Button>
        }
      />
    );
  }
  if (alerts.length === 0) {
    return (
      <EmptyState
        icon={BellPlus}
        title={t("none.title")}
        text={t("none.text")}
        actions={
          <Link to="/trade" className={buttonClass("tonal", "touch")}>
            {titles("trade")}
          </Link>
        }
      />
    );
  }
  return (
    <div className={styles.plane}>
      <AlertSections alerts={alerts} marketOf={marketOf} hasMarket />
    </div>
  );
}
