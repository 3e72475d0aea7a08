// The two sides of a market as buttons, each with its live price, and the spread between them. In
// the ticket they choose the side; in the bar of a phone they open the ticket; where the reader
// deals in one tap, they say what a tap sends and send it.

import type { Market, Side } from "@truetick/contract";
import Zap from "lucide-react/icons/zap";
import { useTranslations } from "use-intl";
import { LiveFigure, LivePrice } from "../markets/live-figures.tsx";
import styles from "./deal-tiles.module.css";

const SIDES = [
  { side: "sell", quoted: "bid" },
  { side: "buy", quoted: "ask" },
] as const satisfies readonly { side: Side; quoted: "bid" | "ask" }[];

export function DealTiles({
  market,
  chosen,
  isOff = false,
  isBusy = false,
  atOnce = "",
  onPress,
}: {
  readonly market: Market;
  /** Null: neither is chosen, both are bright. */
  readonly chosen: Side | null;
  /** Closed or stale: what they say is no price to act on. */
  readonly isOff?: boolean;
  /** An order is under way: no second one yet. */
  readonly isBusy?: boolean;
  /** What a tap sends at once; empty where it only chooses. */
  readonly atOnce?: string;
  readonly onPress: (side: Side) => void;
}) {
  const t = useTranslations("ticket");
  return (
    <div className={styles.tiles}>
      {SIDES.map(({ side, quoted }) => (
        <button
          key={side}
          type="button"
          className={styles.tile}
          data-side={side}
          data-quiet={isOff || (chosen !== null && chosen !== side && atOnce === "")}
          aria-pressed={chosen === null ? undefined : chosen === side}
          aria-haspopup={chosen === null && atOnce === "" ? "dialog" : undefined}
          aria-busy={isBusy || undefined}
          disabled={(isOff && chosen === null) || isBusy}
          onClick={() => onPress(side)}
        >
          <span className={styles.name}>
            {t(side)}
            {atOnce && (
              <bdi dir="ltr" className={styles.at}>
                <Zap size={12} strokeWidth={2.25} />
                {atOnce}
              </bdi>
            )}
          </span>
          <span className={styles.price}>
            <LivePrice key={market.id} market={market} side={quoted} />
          </span>
        </button>
      ))}
      <span className={styles.spread} aria-hidden="true">
        <LiveFigure key={market.id} market={market} figure="spread" />
      </span>
    </div>
  );
}
