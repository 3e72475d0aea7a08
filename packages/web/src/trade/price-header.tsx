// The head of a market: which one it is, what it costs on both sides right now, and how its day has
// gone. On phones its name opens the list of the others.

import type { Market } from "@truetick/contract";
import { MarketLogo, Note, useNotation } from "@truetick/ui";
import ChevronDown from "lucide-react/icons/chevron-down";
import ClockAlert from "lucide-react/icons/clock-alert";
import Moon from "lucide-react/icons/moon";
import OctagonMinus from "lucide-react/icons/octagon-minus";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { AlertButton } from "../alerts/alert-button.tsx";
import { useApp } from "../app/app.ts";
import { foreignText } from "../app/ltr-text.ts";
import { useMedia, WIDE } from "../app/use-media.ts";
import { LiveChange, LiveFigure, LivePrice, LiveRange } from "../markets/live-figures.tsx";
import { StarButton } from "../markets/star-button.tsx";
import { useMarketState, useOpeningTime, useQuoteValue } from "../markets/use-quote.ts";
import { SettingsButton } from "../settings/settings-button.tsx";
import { MarketSheetButton } from "./market-sheet.tsx";
import styles from "./price-header.module.css";
import { MarketPicker } from "./watchlist.tsx";

type Head = {
  readonly market: Market;
  /** There is no list of the others beside it. */
  readonly hasPicker: boolean;
};

function Name({ market }: { readonly market: Market }) {
  return (
    <>
      <MarketLogo src={market.logo} size={32} />
      <span className={styles.names}>
        <h1 className={styles.code} dir="ltr">
          {market.displayCode}
        </h1>
        <span className={styles.name}>{market.name}</span>
      </span>
    </>
  );
}

/** The name of the market; where there is no watchlist beside it, the way to the others. */
function Identity({ market, hasPicker }: Head) {
  const t = useTranslations("trade");
  const [isOpen, setIsOpen] = useState(false);
  if (!hasPicker) {
    return (
      <div className={styles.identity}>
        <Name market={market} />
      </div>
    );
  }
  return (
    <>
      <button
        type="button"
        className={styles.identity}
        aria-haspopup="dialog"
        data-opens-search=""
        onClick={() => setIsOpen(true)}
      >
        <Name market={market} />
        <ChevronDown size={20} className={styles.more} aria-label={t("otherMarkets")} />
      </button>
      <MarketPicker isOpen={isOpen} currentId={market.id} onClose={() => setIsOpen(false)} />
    </>
  );
}

/**
 * A market that closes and cannot say until when was halted, and one that only closes was told to:
 * the list knows why.
 */
function useFreshReason(market: Market, isShutForNow: boolean): void {
  const { markets } = useApp();
  const isClosingOnly = useQuoteValue(market.id, (update) => (update?.isClosingOnly ? 1 : 0)) === 1;
  const isUntold =
    isShutForNow !== (market.haltReason !== null) ||
    isClosingOnly !== (market.closingOnlyReason !== null);
  useEffect(() => {
    if (isUntold) void markets.refresh();
  }, [markets, isUntold]);
}

function Standing({ market }: { readonly market: Market }) {
  const t = useTranslations("trade.standing");
  const { tag } = useNotation();
  const state = useMarketState(market.id);
  // Told while it is stale; a live market does not render it every second.
  const quotedAt = useQuoteValue(market.id, (update) => (update?.isStale ? update.quote.time : 0));
  const opensAt = useOpeningTime(market.id);
  useFreshReason(market, state === "closed" && opensAt === null);
  if (state === "closed") {
    const { haltReason } = market;
    const open = opensAt === null ? t("closed") : t("opens", { time: opensAt });
    return (
      <div className={styles.standing}>
        <Note tone="neutral" icon={Moon}>
          {haltReason === null ? open : t("halted", { reason: foreignText(haltReason) })}
        </Note>
      </div>
    );
  }
  if (state === "closingOnly") {
    const { closingOnlyReason: reason } = market;
    // A moment later the list has it.
    if (reason === null) return null;
    return (
      <div className={styles.standing}>
        <Note tone="warn" icon={OctagonMinus}>
          {t("closingOnly", { reason: foreignText(reason) })}
        </Note>
      </div>
    );
  }
  if (state !== "stale") return null;
  const time = new Intl.DateTimeFormat(tag, { timeStyle: "medium" }).format(quotedAt * 1000);
  return (
    <div className={styles.standing}>
      <Note tone="warn" icon={ClockAlert}>
        {t("stale", { time })}
      </Note>
    </div>
  );
}

export function PriceHeader({ market, hasPicker }: Head) {
  const t = useTranslations("trade");
  const isWide = useMedia(WIDE);
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Identity market={market} hasPicker={hasPicker} />
        <StarButton market={market} />
        <AlertButton market={market} />
        {isWide ? <MarketSheetButton market={market} /> : <SettingsButton />}
      </div>
      <dl className={styles.sides}>
        <div className={styles.bid}>
          <dt>{t("bid")}</dt>
          <dd className={styles.price}>
            <LivePrice market={market} side="bid" isTinted />
          </dd>
        </div>
        <div className={styles.spread}>
          <dt>{t("spread")}</dt>
          <dd>
            <LiveFigure market={market} figure="spread" />
          </dd>
        </div>
        <div className={styles.ask}>
          <dt>{t("ask")}</dt>
          <dd className={styles.price}>
            <LivePrice market={market} side="ask" />
          </dd>
        </div>
      </dl>
      <div className={styles.moved}>
        <LiveChange market={market} />
        <span className={styles.distance}>
          <LiveFigure market={market} figure="moved" />
        </span>
      </div>
      <dl className={styles.day}>
        <div>
          <dt>{t("low")}</dt>
          <dd>
            <LiveFigure market={market} figure="low" />
          </dd>
        </div>
        <div className={styles.range} aria-hidden="true">
          <dt />
          <dd>
            <LiveRange market={market} />
          </dd>
        </div>
        <div>
          <dt>{t("high")}</dt>
          <dd>
            <LiveFigure market={market} figure="high" />
          </dd>
        </div>
      </dl>
      <Standing market={market} />
    </header>
  );
}
