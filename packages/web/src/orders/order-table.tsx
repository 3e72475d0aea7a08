// Orders as a table, where there is room for one: the columns of the tab, live, with the acts of a
// row at its end. Used by /order on a desktop and by the dock of the workspace.

import type { Order, OrderTab } from "@truetick/contract";
import { IconButton, Price, useNotation, writeDecimal } from "@truetick/ui";
import Pencil from "lucide-react/icons/pencil";
import X from "lucide-react/icons/x";
import { memo, type ReactNode } from "react";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import styles from "./order-table.module.css";
import { shapeOf, useEndReason, useMarketOf, useMoment } from "./order-words.ts";
import { SideWord } from "./side-word.tsx";

const COLUMNS = {
  holding: ["market", "side", "lots", "open", "now", "sl", "tp", "margin", "profit", "acts"],
  pending: ["market", "side", "lots", "kind", "target", "sl", "tp", "margin", "placed", "acts"],
  history: ["ended", "market", "side", "lots", "open", "close", "endedBy", "fee", "profit"],
} as const satisfies Record<OrderTab, readonly string[]>;

type Column = (typeof COLUMNS)[OrderTab][number];

const FIGURES = new Set<Column>([
  "lots",
  "open",
  "now",
  "close",
  "target",
  "sl",
  "tp",
  "margin",
  "fee",
  "profit",
]);

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
  const notation = useNotation();
  const market = useMarketOf(order.market.id);
  const reasonOf = useEndReason();
  const moment = useMoment();
  const shape = shapeOf(order, market);
  const { status, endReason: reason, endReasonText: text } = order;
  const price = (level: string | null) =>
    level === null ? (
      <span className={styles.none}>–</span>
    ) : (
      <Price text={level} shape={shape} isFlat />
    );
  const wasFilled = order.openPrice !== null;
  const money = (amount: string, isSigned = false) =>
    wasFilled || status === "pending" ? (
      <MoneyText text={amount} isExact isSigned={isSigned} />
    ) : (
      <span className={styles.none}>–</span>
    );
  return {
    market: (
      <button type="button" className={styles.open} onClick={() => acts.onOpen(order)}>
        <bdi dir="ltr">{order.market.displayCode}</bdi>
      </button>
    ),
    side: <SideWord side={order.side} />,
    lots: <bdi dir="ltr">{writeDecimal(order.lots, notation)}</bdi>,
    open: wasFilled ? <LevelCell order={order} level={order.openPrice} /> : price(null),
    now: price(order.closingPrice),
    close: price(status === "closed" ? order.closingPrice : null),
    target: price(order.askedPrice),
    kind: t(`kinds.${order.pendingKind ?? "limit"}`),
    sl: <LevelCell order={order} level={order.trailingLevel ?? order.stopLoss} />,
    tp: <LevelCell order={order} level={order.takeProfit} />,
    margin: money(order.margin),
    fee: money(order.fee),
    profit: money(order.profit, true),
    placed: <span className={styles.quiet}>{moment(order.placedAt)}</span>,
    ended: <span className={styles.quiet}>{moment(order.endedAt)}</span>,
    endedBy: reasonOf({ status, reason, text }),
    acts: <ActsCell order={order} acts={acts} />,
  };
}

const Row = memo(function Row({
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

export function OrderTable({
  tab,
  orders,
  acts,
}: {
  readonly tab: OrderTab;
  readonly orders: readonly Order[];
  readonly acts: RowActs;
}) {
  const t = useTranslations("orders");
  const columns: readonly Column[] = COLUMNS[tab];
  return (
    <table className={styles.table} aria-label={t(`tabs.${tab}`)}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" data-figure={FIGURES.has(column)} data-cell={column}>
              {column === "acts" ? (
                <span className={styles.unseen}>{t("columns.acts")}</span>
              ) : (
                t(`columns.${column}`)
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <Row key={order.id} order={order} columns={columns} acts={acts} />
        ))}
      </tbody>
    </table>
  );
}
