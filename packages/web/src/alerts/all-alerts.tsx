// Every price alert of the reader, of all markets: a part of the notifications centre.

import type { Market } from "@truetick/contract";
import { buttonClass, EmptyState } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import BellPlus from "lucide-react/icons/bell-plus";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { ExpectedRows, FailedList } from "../app/list-states.tsx";
import plane from "../app/row-plane.module.css";
import { AlertSections } from "./alert-sections.tsx";
import styles from "./all-alerts.module.css";
import { useAlerts } from "./use-alerts.ts";

const ROWS_EXPECTED = 3;

function useMarkets(): (id: string) => Market | undefined {
  const list = useStore(useApp().markets);
  const markets = list.phase === "ready" ? list.markets : [];
  return (id) => markets.find((market) => market.id === id);
}

export function AllAlerts() {
  const t = useTranslations("alerts");
  const titles = useTranslations("shell.titles");
  const book = useAlerts();
  const { phase, alerts, failure } = useStore(book);
  const marketOf = useMarkets();
  if (phase === "loading") {
    return (
      <ExpectedRows
        count={ROWS_EXPECTED}
        className={styles.waiting}
        rowClassName={styles.expected}
      />
    );
  }
  if (phase === "failed") {
    return <FailedList failure={failure} onRetry={() => void book.refresh()} />;
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
    <div className={plane.plane}>
      <AlertSections alerts={alerts} marketOf={marketOf} hasMarket />
    </div>
  );
}
