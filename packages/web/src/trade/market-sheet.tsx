// The market's sheet: whether it is open, and its terms, exactly as the server states them.

import type { Market } from "@truetick/contract";
import { Fact, Facts, Tag } from "@truetick/ui";
import ClockAlert from "lucide-react/icons/clock-alert";
import Moon from "lucide-react/icons/moon";
import { useTranslations } from "use-intl";
import { AnnouncedChanges } from "../changes/announced-changes.tsx";
import { LiveFigure } from "../markets/live-figures.tsx";
import { MarketTerms } from "../markets/terms.tsx";
import { type MarketState, useMarketState } from "../markets/use-quote.ts";
import styles from "./market-sheet.module.css";

function SessionTag({ state }: { readonly state: MarketState }) {
  const t = useTranslations("quotes.states");
  if (state === "live") return <Tag tone="ok">{t("live")}</Tag>;
  if (state === "closed") return <Tag icon={Moon}>{t("closed")}</Tag>;
  return (
    <Tag tone="warn" icon={ClockAlert}>
      {t(state)}
    </Tag>
  );
}

const DAY_FIGURES = ["open", "high", "low", "moved"] as const;

export function MarketSheet({ market }: { readonly market: Market }) {
  const t = useTranslations("trade");
  const state = useMarketState(market.id);
  return (
    <aside className={styles.sheet} aria-label={t("sheet")}>
      <header className={styles.head}>
        <h2 className={styles.title}>{t("sheet")}</h2>
        <SessionTag state={state} />
      </header>
      <AnnouncedChanges key={market.id} marketId={market.id} />
      <MarketTerms market={market} />
      <h3 className={styles.part}>{t("today")}</h3>
      <Facts>
        {DAY_FIGURES.map((figure) => (
          <Fact key={figure} name={t(figure)}>
            <LiveFigure key={market.id} market={market} figure={figure} />
          </Fact>
        ))}
      </Facts>
    </aside>
  );
}
