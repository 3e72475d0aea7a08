// One order as a row of a table: the cells of its columns, with its acts at the end. Rests while
// its order is the same object; what prices move in it is painted.

import type { Order } from "@truetick/contract";
import { IconButton, Price, useNotation, writeDecimal } from "@truetick/ui";
import { useSelected } from "@truetick/ui/state";
import Pencil from "lucide-react/icons/pencil";
import X from "lucide-react/icons/x";
import { memo, type ReactNode } from "react";
import { useTranslations } from "use-intl";
import { LiveMoney, orderNow } from "../account/live-account.tsx";
import { MoneyText } from "../account/money-text.tsx";
import { useApp } from "../app/app.ts";
import { LiveClosingPrice } from "./live-closing-price.tsx";
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
const isKnown = ({ openPrice, status }: Order) => openPrice !== null || status === "pending";

function MoneyCell({ order, text }: { readonly order: Order; readonly text: string }) {
  if (!isKnown(order)) return <span className={styles.none}>–</span>;
  return <MoneyText text={text} isExact />;
}

function ProfitCell({ order }: CellProps) {
  if (!isKnown(order)) return <span className={styles.none}>–</span>;
  return <LiveMoney of={(open) => orderNow(order, open).profit} isExact isSigned />;
}

/** A trailing stop goes with the price. */
function StopCell({ order }: CellProps) {
  const level = useSelected(useApp().account, (open) => {
    const { trailingLevel, stopLoss } = orderNow(order, open);
    return trailingLevel ?? stopLoss;
  });
  return <LevelCell order={order} level={level} />;
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

type CellProps = {
  readonly column: Column;
  readonly order: Order;
  readonly acts: RowActs;
};

function MarketCell({ order, acts }: CellProps) {
  return (
    <button type="button" className={styles.open} onClick={() => acts.onOpen(order)}>
      <bdi dir="ltr">{order.market.displayCode}</bdi>
    </button>
  );
}

/** What is said in words, or by a clock. */
function WordsCell({ column, order }: CellProps) {
  const t = useTranslations("orders");
  const ticket = useTranslations("ticket");
  const reasonOf = useEndReason();
  const moment = useMoment();
  const clock = useClock();
  const { status, endReason: reason, endReasonText: text, expiresAt } = order;
  if (column === "kind") return t(`kinds.${order.pendingKind ?? "limit"}`);
  if (column === "endedBy") return reasonOf({ status, reason, text });
  const expires = expiresAt === null ? ticket("expiries.gtc") : moment(expiresAt);
  const at = column === "ended" ? clock(order.endedAt) : moment(order.placedAt);
  return <span className={styles.quiet}>{column === "expires" ? expires : at}</span>;
}

function LotsCell({ order }: CellProps) {
  return <bdi dir="ltr">{writeDecimal(order.lots, useNotation())}</bdi>;
}

/** What stands in each column. */
const CELLS: Readonly<Record<Column, (props: CellProps) => ReactNode>> = {
  market: (props) => <MarketCell {...props} />,
  number: ({ order }) => <span className={styles.quiet}>{order.id}</span>,
  side: ({ order }) => <SideWord side={order.side} />,
  lots: (props) => <LotsCell {...props} />,
  open: ({ order }) => <PriceCell order={order} level={order.openPrice} />,
  now: ({ order }) => <LiveClosingPrice order={order} className={styles.none} />,
  close: ({ order }) => (
    <PriceCell order={order} level={order.status === "closed" ? order.closingPrice : null} />
  ),
  target: ({ order }) => <PriceCell order={order} level={order.askedPrice} />,
  kind: (props) => <WordsCell {...props} />,
  sl: (props) => <StopCell {...props} />,
  tp: ({ order }) => <LevelCell order={order} level={order.takeProfit} />,
  margin: ({ order }) => <MoneyCell order={order} text={order.margin} />,
  fee: ({ order }) => <MoneyCell order={order} text={order.fee} />,
  financing: ({ order }) => <MoneyCell order={order} text={order.financing} />,
  profit: (props) => <ProfitCell {...props} />,
  placed: (props) => <WordsCell {...props} />,
  expires: (props) => <WordsCell {...props} />,
  ended: (props) => <WordsCell {...props} />,
  endedBy: (props) => <WordsCell {...props} />,
  acts: ({ order, acts }) => <ActsCell order={order} acts={acts} />,
};

export const OrderRow = memo(function OrderRow({
  order,
  columns,
  acts,
}: {
  readonly order: Order;
  readonly columns: readonly Column[];
  readonly acts: RowActs;
}) {
  return (
    <tr data-order={order.id} data-muted={order.status === "cancelled"}>
      {columns.map((column) => (
        <td key={column} data-figure={FIGURES.has(column)} data-cell={column}>
          {CELLS[column]({ column, order, acts })}
        </td>
      ))}
    </tr>
  );
});
