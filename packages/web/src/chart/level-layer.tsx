// The lines of the market's orders over the chart: entries with their live result, targets, stops.
// With a mouse they can be dragged; the question that follows stands beside the line. The account
// book says what there is; the host says where it lies. What lines make is painted as it moves.

import type { Market } from "@truetick/contract";
import {
  directionOf,
  paintDirection,
  useNotation,
  writeDecimal,
  writeSigned,
  writeText,
} from "@truetick/ui";
import { useSelected, useStore } from "@truetick/ui/state";
import GripVertical from "lucide-react/icons/grip-vertical";
import { type PointerEvent, useEffectEvent, useLayoutEffect, useMemo, useRef } from "react";
import { useTranslations } from "use-intl";
import { orderNow, useBookPaint } from "../account/live-account.tsx";
import type { OpenBook } from "../account/open-book.ts";
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

/** What a line makes: an entry now, a stop when it is reached. Nothing while nobody can tell. */
function Result({ level: { order, role, price }, outcome }: TagProps) {
  const notation = useNotation();
  const element = useRef<HTMLSpanElement>(null);
  useBookPaint((open) => {
    const now = orderNow(order, open);
    const profit = role === "entry" ? now.profit : (outcome(now, price)?.profit ?? null);
    if (!element.current) return;
    element.current.hidden = profit === null;
    writeText(element.current, profit === null ? "" : writeSigned(twoDecimals(profit), notation));
    if (role === "entry") paintDirection(element.current, directionOf(now.profit));
  });
  return <span ref={element} className={role === "entry" ? undefined : styles.money} />;
}

type TagProps = { readonly level: OrderLevel; readonly outcome: OutcomeAt };

function Tag({ level, outcome }: TagProps) {
  const t = useTranslations();
  const notation = useNotation();
  const { order, role } = level;
  const size = `${t(`ticket.${order.side}`)} ${writeDecimal(order.lots, notation)}`;
  if (role === "entry") {
    return (
      <>
        <span>{size}</span>
        <Result level={level} outcome={outcome} />
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
  return (
    <>
      <span>{t(`orders.${names[role]}`)}</span>
      <Result level={level} outcome={outcome} />
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

/** Where the trailing stops of a market stand, by order: they go with the price. */
function trailingsOf(open: OpenBook | null, marketId: string): string {
  return [...(open?.orders.values() ?? [])]
    .filter(({ market }) => market.id === marketId)
    .map(({ id, trailingLevel }) => `${id}:${trailingLevel ?? ""}`)
    .join();
}

/** Others when something has happened or a trailing stop has moved, not with every price. */
function useLevels(marketId: string): readonly OrderLevel[] {
  const { account } = useApp();
  const still = useStore(account.still);
  const trailings = useSelected(account, (open) => trailingsOf(open, marketId));
  return useMemo(() => {
    const levelOf = new Map<string, string>();
    for (const each of trailings.split(",")) {
      const [id = "", level = ""] = each.split(":");
      levelOf.set(id, level);
    }
    const orders = [...(still?.orders.values() ?? [])];
    const moved = orders.map((order) => ({
      ...order,
      trailingLevel: levelOf.get(order.id) || null,
    }));
    return levelsOf(moved, marketId);
  }, [still, trailings, marketId]);
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
  const hasMouse = useMedia(MOUSE);
  const levels = useLevels(market.id);
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
