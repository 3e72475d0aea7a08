// The star at a market: one press puts it on the watchlist, another takes it off. In rows, in the
// head of a market and in the results of a search.

import type { Market } from "@truetick/contract";
import { classNames, iconButtonClass } from "@truetick/ui";
import Star from "lucide-react/icons/star";
import { useTranslations } from "use-intl";
import styles from "./star-button.module.css";
import { useStar } from "./use-star.ts";

export function StarButton({
  market,
  size = 18,
  tabIndex,
  className,
}: {
  readonly market: Pick<Market, "code" | "displayCode">;
  readonly size?: number;
  readonly tabIndex?: number;
  readonly className?: string | undefined;
}) {
  const t = useTranslations("quotes");
  const { isStarred, toggle } = useStar(market);
  const label = t(isStarred ? "unstar" : "star", { market: market.displayCode });
  return (
    <button
      type="button"
      className={classNames(iconButtonClass(), styles.star, className)}
      data-starred={isStarred}
      aria-label={label}
      title={label}
      tabIndex={tabIndex}
      onClick={toggle}
    >
      <Star size={size} strokeWidth={1.75} />
    </button>
  );
}
