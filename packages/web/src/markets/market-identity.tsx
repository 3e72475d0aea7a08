// Which market a row is: its star, logo, code, name, and how it stands. The code is the row's link
// and covers the whole of it but the star.

import type { Market } from "@truetick/contract";
import { ChangeFrame, MarketLogo, Skeleton } from "@truetick/ui";
import ClockAlert from "lucide-react/icons/clock-alert";
import Moon from "lucide-react/icons/moon";
import { useTranslations } from "use-intl";
import { Link } from "../app/link.tsx";
import { tradeAddress } from "./current-market.ts";
import styles from "./market-identity.module.css";
import { MatchedText } from "./matched-text.tsx";
import { StarButton } from "./star-button.tsx";
import type { MarketState } from "./use-quote.ts";

/** Under the code on narrow tables, in place of the day's change: why there is none to act on. */
function Standing({
  state,
  opensAt,
}: {
  readonly state: MarketState;
  readonly opensAt: string | null;
}) {
  const t = useTranslations("quotes.states");
  if (state === "live") return null;
  const isWaiting = state === "closed" && opensAt !== null;
  const Shape = state === "closed" ? Moon : ClockAlert;
  return (
    <span className={styles.standing} data-state={state}>
      {/* Its words are the longest: beside a shape they would be cut in the narrowest list. */}
      {state !== "closingOnly" && <Shape size={12} strokeWidth={2} />}
      <span className={styles.words}>{isWaiting ? t("opens", { time: opensAt }) : t(state)}</span>
    </span>
  );
}

export function MarketIdentity({
  market,
  state,
  opensAt,
  isActive,
  isCurrent,
  isReplacing,
  search,
}: {
  readonly market: Market;
  readonly state: MarketState;
  /** When it opens, in words; null where nobody can say. */
  readonly opensAt: string | null;
  readonly isActive: boolean;
  readonly isCurrent: boolean;
  readonly isReplacing: boolean;
  /** What was searched for, to be marked. */
  readonly search: string;
}) {
  return (
    <span className={styles.identity} data-state={state}>
      <StarButton market={market} size={16} tabIndex={isActive ? 0 : -1} className={styles.star} />
      <MarketLogo src={market.logo} className={styles.logo} />
      <span className={styles.names}>
        <Link
          to={tradeAddress(market)}
          isReplacing={isReplacing}
          className={styles.code}
          tabIndex={isActive ? 0 : -1}
          aria-current={isCurrent ? "true" : undefined}
        >
          <bdi dir="ltr">
            <MatchedText text={market.displayCode} search={search} />
          </bdi>
        </Link>
        <span className={styles.name}>
          <MatchedText text={market.name} search={search} />
        </span>
        <span className={styles.under}>
          <ChangeFrame cell="change" className={styles.change} />
          <Standing state={state} opensAt={opensAt} />
        </span>
      </span>
    </span>
  );
}

export function MarketIdentitySkeleton() {
  return (
    <span className={styles.identity}>
      <Skeleton width="round" className={styles.logo} />
      <span className={styles.waiting}>
        <Skeleton width="long" />
        <Skeleton width="medium" />
      </span>
    </span>
  );
}
