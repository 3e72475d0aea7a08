// The two sides of a market as buttons, each with its live price, and the spread between them. In
// the ticket they choose the side; in the bar of a phone they open the ticket.

import type { Market, Side } from "@truetick/contract";
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
  onPress,
}: {
  readonly market: Market;
  /** Null: neither is chosen, both are bright. */
  readonly chosen: Side | null;
  /** Closed or stale: what they say is no price to act on. */
  readonly isOff?: boolean;
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
          data-quiet={isOff || (chosen !== null && chosen !== side)}
          aria-pressed={chosen === null ? undefined : chosen === side}
          aria-haspopup={chosen === null ? "dialog" : undefined}
          disabled={isOff && chosen === null}
          onClick={() => onPress(side)}
        >
          <span className={styles.name}>{t(side)}</span>
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
