// The lines of the market's orders over the chart: entries with their live result, targets, stops.
// With a mouse they can be dragged; the question that follows stands beside the line. The account
// book says what there is; the host says where it lies.

import type { Market } from "@truetick/contract";
import { useNotation, writeDecimal, writeSigned } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import GripVertical from "lucide-react/icons/grip-vertical";
import { type PointerEvent, useEffectEvent, useLayoutEffect, useMemo, useRef } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { useMedia } from "../app/use-media.ts";
import { twoDecimals } from "../user/two-decimals.ts";
import type { ChartHost } from "./chart-host.ts";
import styles from "./level-layer.module.css";
import { LevelTip } from "./level-tip.tsx";
import { levelKey, levelsOf, type OrderLevel, withMoved } from "./order-levels.ts";
import { placeLevels } from "./place-levels.ts";
import { useLevelDrag } from "./use-level-drag.ts";
import { type OutcomeAt, useLevelOutcome } from "./use-level-outcome.ts";

const MOUSE = "(pointer: fine)";

/** Keeps the lines where their prices are: after every render, and as the axis moves. */
function usePlaces(host: ChartHost) {
  const layer = useRef<HTMLDivElement>(null);
  const place = useEffectEvent(() => {
    const axis = host.axis();
    if (layer.current && axis) placeLevels(layer.current, axis);
  });
  useLayoutEffect(() => place());
  useLayoutEffect(() => host.onDrawn(() => place()), [host]);
  return layer;
}

function Tag({
  level: { order, role, price },
  outcome,
}: {
  readonly level: OrderLevel;
  readonly outcome: OutcomeAt;
}) {
  const t = useTranslations();
  const notation = useNotation();
  const money = (text: string) => writeSigned(twoDecimals(text), notation);
  const size = `${t(`ticket.${order.side}`)} ${writeDecimal(order.lots, notation)}`;
  if (role === "entry") {
    return (
      <>
        <span>{size}</span>
        <span data-direction={order.profit.startsWith("-") ? "down" : "up"}>
          {money(order.profit)}
        </span>
      </>
    );
  }
  if (role === "target") {
    return (
      <>
        <span>{size}</span>
        {order.pendingKind && <span>{t(`orders.kinds.${order.pendingKind}`)}</span>}
      </>
    );
  }
  const names = { stopLoss: "sl", takeProfit: "tp", trailing: "trailing" } as const;
  const profit = outcome(order, price)?.profit ?? null;
  return (
    <>
      <span>{t(`orders.${names[role]}`)}</span>
      {profit !== null && <span className={styles.money}>{money(profit)}</span>}
    </>
  );
}

function Line({
  level,
  outcome,
  isMoving,
  onGrab,
}: {
  readonly level: OrderLevel;
  readonly outcome: OutcomeAt;
  readonly isMoving: boolean;
  /** Absent where lines cannot be dragged. */
  readonly onGrab: ((event: PointerEvent<HTMLElement>) => void) | undefined;
}) {
  const notation = useNotation();
  const canMove = onGrab !== undefined && level.role !== "trailing";
  return (
    <li
      className={styles.line}
      data-price={level.price}
      data-role={level.role}
      data-moving={isMoving || undefined}
    >
      <span
        className={styles.tag}
        data-grip={canMove || undefined}
        onPointerDown={canMove ? onGrab : undefined}
      >
        {canMove && (
          <span className={styles.grip}>
            <GripVertical size={12} strokeWidth={2} />
          </span>
        )}
        <Tag level={level} outcome={outcome} />
      </span>
      <span className={styles.price}>
        <span>{writeDecimal(level.price, notation)}</span>
      </span>
    </li>
  );
}

export function LevelLayer({
  host,
  market,
  isLocked,
}: {
  readonly host: ChartHost;
  readonly market: Market;
  readonly isLocked: boolean;
}) {
  const t = useTranslations("trade.chart.lines");
  const book = useStore(useApp().account);
  const hasMouse = useMedia(MOUSE);
  const orders = book?.orders;
  const levels = useMemo(
    () => (orders ? levelsOf(orders.values(), market.id) : []),
    [orders, market.id],
  );
  const layer = usePlaces(host);
  const outcome = useLevelOutcome(market);
  const drag = useLevelDrag({ layer, host, levels, pricePrecision: market.pricePrecision });
  const shown = withMoved(levels, drag.moved);
  useLayoutEffect(() => {
    host.keepInView(levels.map(({ price }) => Number(price)));
  }, [host, levels]);
  if (shown.length === 0) return null;
  return (
    <div ref={layer} className={styles.layer} data-locked={isLocked || undefined}>
      <ul className={styles.lines} aria-label={t("label")}>
        {shown.map((level) => (
          <Line
            key={levelKey(level)}
            level={level}
            outcome={outcome}
            isMoving={drag.moved !== null && levelKey(level) === levelKey(drag.moved)}
            onGrab={hasMouse ? (event) => drag.grab(level, event) : undefined}
          />
        ))}
      </ul>
      {drag.asked && <LevelTip drag={drag} asked={drag.asked} outcomeAt={outcome} />}
    </div>
  );
}
