// What a trader trades: each market with its share of all orders as a bar, and what it brought.

import type { TradedShare } from "@truetick/contract/ranking";
import { useNotation } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import styles from "./market-shares.module.css";
import { Percent } from "./percent.tsx";

const SHOWN_MAX = 8;

export function MarketShares({ markets }: { readonly markets: readonly TradedShare[] }) {
  const t = useTranslations("ranking");
  const columns = useTranslations("ranking.columns");
  const notation = useNotation();
  if (markets.length === 0) return <p className={styles.none}>{t("noMarkets")}</p>;
  return (
    <ul className={styles.markets}>
      {markets.slice(0, SHOWN_MAX).map(({ market, share, orders, profit, winRate }) => (
        <li key={market} className={styles.market}>
          <span className={styles.head}>
            <bdi className={styles.code}>{market}</bdi>
            <Percent ratio={share} places={1} />
            <span className={styles.profit}>
              <MoneyText text={profit} isSigned />
            </span>
          </span>
          <span className={styles.bar} aria-hidden="true">
            <i style={{ inlineSize: `${Number(share) * 100}%` }} />
          </span>
          <span className={styles.below}>
            {t("ordersOf", { count: orders })}
            {winRate !== null && (
              <>
                {" · "}
                {columns("threeWeekWinRate")} <Percent ratio={winRate} places={1} />
              </>
            )}
          </span>
        </li>
      ))}
      {markets.length > SHOWN_MAX && (
        <li className={styles.none}>
          {t("moreMarkets", { count: notation.group(String(markets.length - SHOWN_MAX)) })}
        </li>
      )}
    </ul>
  );
}
