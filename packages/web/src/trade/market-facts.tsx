// Everything public about a market, in parts: whether and until when it is open, what is announced
// of it, what it costs, its contract and its hours. Below the chart of a phone, and in a sheet from
// the head of the market.

import type { Market, PublicTerms } from "@truetick/contract";
import { Button, Fact, Facts, Note, Skeleton, Tag, useNotation } from "@truetick/ui";
import ClockAlert from "lucide-react/icons/clock-alert";
import Moon from "lucide-react/icons/moon";
import OctagonMinus from "lucide-react/icons/octagon-minus";
import OctagonPause from "lucide-react/icons/octagon-pause";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { foreignText } from "../app/ltr-text.ts";
import { AnnouncedChanges } from "../changes/announced-changes.tsx";
import { LiveFigure } from "../markets/live-figures.tsx";
import { ContractFacts } from "../markets/terms.tsx";
import { type MarketState, useMarketState, useOpeningTime } from "../markets/use-quote.ts";
import { CostFacts, FinancingFacts, MarginFacts } from "./cost-facts.tsx";
import { HoursTable } from "./hours-table.tsx";
import { isAlwaysOpen, localDays, openUntilMs } from "./local-hours.ts";
import styles from "./market-sheet.module.css";
import { useTerms } from "./use-terms.ts";

function StateTag({ state }: { readonly state: MarketState }) {
  const t = useTranslations("quotes.states");
  if (state === "live") return <Tag tone="ok">{t("live")}</Tag>;
  if (state === "closed") return <Tag icon={Moon}>{t("closed")}</Tag>;
  return (
    <Tag tone="warn" icon={state === "closingOnly" ? OctagonMinus : ClockAlert}>
      {t(state)}
    </Tag>
  );
}

/** Until when it is open, or when it opens, by the reader's own clock. */
function useOpenWords(market: Market, terms: PublicTerms | null): string {
  const t = useTranslations("trade.hours");
  const states = useTranslations("quotes.states");
  const { tag } = useNotation();
  const state = useMarketState(market.id);
  const opensAt = useOpeningTime(market.id);
  if (state === "closed") return opensAt === null ? "" : states("opens", { time: opensAt });
  if (!terms || terms.haltReason !== null) return "";
  const nowMs = Date.now();
  if (isAlwaysOpen(localDays(terms.sessions, nowMs))) return t("always");
  const untilMs = openUntilMs(terms.sessions, nowMs);
  if (untilMs === null) return "";
  const format = new Intl.DateTimeFormat(tag, {
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
  });
  return t("openUntil", { time: format.format(untilMs) });
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <h3 className={styles.partTitle}>{title}</h3>
      {children}
    </section>
  );
}

function MoreContract({ terms }: { readonly terms: PublicTerms }) {
  const t = useTranslations("trade.facts");
  const { tag } = useNotation();
  const seconds = new Intl.NumberFormat(tag, {
    style: "unit",
    unit: "second",
    unitDisplay: "long",
  });
  return (
    <>
      <Fact name={t("staleAfter")} isFigure={false}>
        {seconds.format(terms.staleAfterMs / 1_000)}
      </Fact>
      {terms.conversion.length > 0 && (
        <Fact name={t("conversion")}>{terms.conversion.join(", ")}</Fact>
      )}
      <Fact name={t("version")}>{terms.version}</Fact>
    </>
  );
}

const DAY_FIGURES = ["open", "high", "low", "moved"] as const;

function DayFacts({ market }: { readonly market: Market }) {
  const t = useTranslations("trade");
  return (
    <Facts>
      {DAY_FIGURES.map((figure) => (
        <Fact key={figure} name={t(figure)}>
          <LiveFigure key={market.id} market={market} figure={figure} />
        </Fact>
      ))}
    </Facts>
  );
}

function Terms({ market, terms }: { readonly market: Market; readonly terms: PublicTerms }) {
  const t = useTranslations("trade.parts");
  return (
    <>
      <Part title={t("costs")}>
        <CostFacts market={market} terms={terms} />
      </Part>
      <Part title={t("financing")}>
        <FinancingFacts terms={terms} />
      </Part>
      <Part title={t("margin")}>
        <MarginFacts market={market} terms={terms} />
      </Part>
      <Part title={t("hours")}>
        <HoursTable terms={terms} />
      </Part>
      <Part title={t("contract")}>
        <ContractFacts market={market}>
          <MoreContract terms={terms} />
        </ContractFacts>
      </Part>
    </>
  );
}

export function MarketFacts({ market }: { readonly market: Market }) {
  const t = useTranslations("trade");
  const state = useMarketState(market.id);
  const { state: read, again } = useTerms(market.id);
  const terms = read.phase === "ready" ? read.value : null;
  const words = useOpenWords(market, terms);
  const { haltReason, closingOnlyReason } = terms ?? market;
  return (
    <>
      <p className={styles.now}>
        <StateTag state={state} />
        <span>{words}</span>
      </p>
      {state === "closed" && haltReason !== null && (
        <Note tone="warn" icon={OctagonPause}>
          {t("standing.halted", { reason: foreignText(haltReason) })}
        </Note>
      )}
      {state !== "closed" && closingOnlyReason !== null && (
        <Note tone="warn" icon={OctagonMinus}>
          {t("standing.closingOnly", { reason: foreignText(closingOnlyReason) })}
        </Note>
      )}
      <AnnouncedChanges key={market.id} marketId={market.id} />
      {terms && <Terms market={market} terms={terms} />}
      {read.phase === "loading" && (
        <div className={styles.loading} role="status" aria-label={t("loading")}>
          <Skeleton width="full" />
          <Skeleton width="full" />
          <Skeleton width="long" />
        </div>
      )}
      {read.phase === "failed" && (
        <div className={styles.failed} role="alert">
          <p>{t("termsFailed")}</p>
          <Button onClick={again}>{t("failed.retry")}</Button>
        </div>
      )}
      <Part title={t("today")}>
        <DayFacts market={market} />
      </Part>
    </>
  );
}
