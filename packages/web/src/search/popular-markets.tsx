// The markets in which most accounts dealt lately, with how many they were: counted by the server,
// never arranged. Nothing where nobody has dealt, or nothing could be asked.

import type { Market } from "@truetick/contract";
import { requestPopularMarkets } from "@truetick/contract/notices";
import { MarketLogo } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { Link } from "../app/link.tsx";
import { useRead } from "../app/use-read.ts";
import { tradeAddress } from "../markets/current-market.ts";
import { LiveChange } from "../markets/live-figures.tsx";
import { StarButton } from "../markets/star-button.tsx";
import styles from "./popular-markets.module.css";

export function PopularMarkets({ markets }: { readonly markets: readonly Market[] }) {
  const t = useTranslations("search");
  const { state } = useRead(() => requestPopularMarkets());
  if (state.phase !== "ready") return null;
  const { hours } = state.value;
  const byId = new Map(markets.map((market) => [market.id, market]));
  const popular = state.value.markets.flatMap(({ marketId, traders }) => {
    const market = byId.get(marketId);
    return market ? [{ market, traders }] : [];
  });
  if (popular.length === 0) return null;
  return (
    <section className={styles.popular} aria-labelledby="popular">
      <h2 id="popular" className={styles.heading}>
        {t("popular", { hours })}
      </h2>
      <ul className={styles.cards}>
        {popular.map(({ market, traders }) => (
          <li key={market.id} className={styles.card}>
            <MarketLogo src={market.logo} size={28} />
            <span className={styles.words}>
              <Link to={tradeAddress(market)} className={styles.code}>
                <bdi dir="ltr">{market.displayCode}</bdi>
              </Link>
              <span className={styles.under}>
                <LiveChange market={market} />
                <span className={styles.traders}>{t("traders", { count: traders })}</span>
              </span>
            </span>
            <StarButton market={market} size={16} className={styles.star} />
          </li>
        ))}
      </ul>
    </section>
  );
}
