// One order as a row of a table: the cells of its columns, live, with its acts at the end. Rests
// while its order is the same object.

import type { Order } from "@truetick/contract";
import { IconButton, Price, useNotation, writeDecimal } from "@truetick/ui";
import Pencil from "lucide-react/icons/pencil";
import X from "lucide-react/icons/x";
import { memo, type ReactNode } from "react";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { type Column, FIGURES } from "./order-columns.ts";
import styles from "./order-table.module.css";
import { shapeOf, useClock, useEndReason, useMarketOf, useMoment } from "./order-words.ts";
import { SideWord } from "./side-word.tsx";

export type RowActs = {
  readonly onOpen: (order: Order) => void;
  /** Closes a holding order or cancels a pending one, after a question. */
  readonly onEnd: (order: Order) => void;
};

function LevelCell({ order, level }: { readonly order: Order; readonly level: string | null }) {
  const t = useTranslations("orders");
  const notation = useNotation();
  const isOpen = order.status === "holding" || order.status === "pending";
  if (level === null) return <span className={styles.none}>{isOpen ? t("none") : "–"}</span>;
  return <bdi dir="ltr">{writeDecimal(level, notation)}</bdi>;
}

function PriceCell({ order, level }: { readonly order: Order; readonly level: string | null }) {
  const shape = shapeOf(order, useMarketOf(order.market.id));
  if (level === null) return <span className={styles.none}>–</span>;
  return <Price text={level} shape={shape} isFlat />;
}

/** Of an order that was never filled there is nothing to say. */
function MoneyCell({
  order,
  text,
  isSigned = false,
}: {
  readonly order: Order;
  readonly text: string;
  readonly isSigned?: boolean;
}) {
  const isKnown = order.openPrice !== null || order.status === "pending";
  if (!isKnown) return <span className={styles.none}>–</span>;
  return <MoneyText text={text} isExact isSigned={isSigned} />;
}

function ActsCell({ order, acts }: { readonly order: Order; readonly acts: RowActs }) {
  const t = useTranslations("orders");
  return (
    <span className={styles.acts}>
      <IconButton
        icon={Pencil}
        label={t("edit")}
        className={styles.act}
        onClick={() => acts.onOpen(order)}
      />
      <IconButton
        icon={X}
        label={order.status === "pending" ? t("cancelOrder") : t("closePosition")}
        className={styles.act}
        onClick={() => acts.onEnd(order)}
      />
    </span>
  );
}

/** What stands in the cells of an order. */
function useCells(order: Order, acts: RowActs): Record<Column, ReactNode> {
  const t = useTranslations("orders");
  const ticket = useTranslations("ticket");
  const notation = useNotation();
  const reasonOf = useEndReason();
  const moment = useMoment();
  const clock = useClock();
  const { status, endReason: reason, endReasonText: text } = order;
  const expires = order.expiresAt === null ? ticket("expiries.gtc") : moment(order.expiresAt);
  return {
    market: (
      <button type="button" className={styles.open} onClick={() => acts.onOpen(order)}>
        <bdi dir="ltr">{order.market.displayCode}</bdi>
      </button>
    ),
    number: <span className={styles.quiet}>{order.id}</span>,
    side: <SideWord side={order.side} />,
    lots: <bdi dir="ltr">{writeDecimal(order.lots, notation)}</bdi>,
    open: <PriceCell order={order} level={order.openPrice} />,
    now: <PriceCell order={order} level={order.closingPrice} />,
    close: <PriceCell order={order} level={status === "closed" ? order.closingPrice : null} />,
    target: <PriceCell order={order} level={order.askedPrice} />,
    kind: t(`kinds.${order.pendingKind ?? "limit"}`),
    sl: <LevelCell order={order} level={order.trailingLevel ?? order.stopLoss} />,
    tp: <LevelCell order={order} level={order.takeProfit} />,
    margin: <MoneyCell order={order} text={order.margin} />,
    fee: <MoneyCell order={order} text={order.fee} />,
    financing: <MoneyCell order={order} text={order.financing} />,
    profit: <MoneyCell order={order} text={order.profit} isSigned />,
    placed: <span className={styles.quiet}>{moment(order.placedAt)}</span>,
    expires: <span className={styles.quiet}>{expires}</span>,
    ended: <span className={styles.quiet}>{clock(order.endedAt)}</span>,
    endedBy: reasonOf({ status, reason, text }),
    acts: <ActsCell order={order} acts={acts} />,
  };
}

export const OrderRow = memo(function OrderRow({
  order,
  columns,
  acts,
}: {
  readonly order: Order;
  readonly columns: readonly Column[];
  readonly acts: RowActs;
}) {
  const cells = useCells(order, acts);
  return (
    <tr data-order={order.id} data-muted={order.status === "cancelled"}>
      {columns.map((column) => (
        <td key={column} data-figure={FIGURES.has(column)} data-cell={column}>
          {cells[column]}
        </td>
      ))}
    </tr>
  );
});
