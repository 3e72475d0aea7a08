// The bar of a position: stop loss left, take profit right, the entry as a tick, the price as a
// dot, the way between them in colour. Runs left to right in every language.

import type { Order } from "@truetick/contract";
import { useNotation, writeDecimal } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { useOrderNow } from "../account/live-account.tsx";
import styles from "./position-track.module.css";
import { trackOf } from "./stop-track.ts";

function Level({ name, level }: { readonly name: string; readonly level: string | null }) {
  const t = useTranslations("orders");
  const notation = useNotation();
  return (
    <span className={styles.level} dir="auto">
      {level === null ? `${name}:` : name}{" "}
      <bdi>{level === null ? t("none") : writeDecimal(level, notation)}</bdi>
    </span>
  );
}

export function PositionTrack({ order: still }: { readonly order: Order }) {
  const t = useTranslations("orders");
  const order = useOrderNow(still);
  const track = trackOf(order);
  const isTrailing = order.trailingLevel !== null;
  const [from, to] = track
    ? [Math.min(track.entry, track.now), Math.max(track.entry, track.now)]
    : [0, 0];
  return (
    <div className={styles.frame} dir="ltr">
      {track && (
        <span className={styles.track} aria-hidden="true">
          <i className={styles.stop} data-open={!track.hasStopLoss} />
          <i className={styles.target} data-open={!track.hasTakeProfit} />
          <i
            className={styles.way}
            data-direction={track.now < track.entry ? "down" : "up"}
            style={{ left: `${from}%`, width: `${to - from}%` }}
          />
          <i className={styles.entry} style={{ left: `${track.entry}%` }} />
          <i className={styles.now} style={{ left: `${track.now}%` }} />
        </span>
      )}
      <span className={styles.levels}>
        <Level
          name={isTrailing ? t("trailing") : t("sl")}
          level={order.trailingLevel ?? order.stopLoss}
        />
        <Level name={t("tp")} level={order.takeProfit} />
      </span>
    </div>
  );
}
