// An order in the list of a phone: what it is, what it makes, where it stands. The whole card opens
// its detail. Rests while its order is the same object; what prices move in it is painted.

import type { Order } from "@truetick/contract";
import { MarketLogo, useNotation, writeDecimal } from "@truetick/ui";
import { memo } from "react";
import { useTranslations } from "use-intl";
import { LiveMoney, orderNow } from "../account/live-account.tsx";
import { LiveClosingPrice } from "./live-closing-price.tsx";
import styles from "./order-card.module.css";
import { useClock, useEndReason, useMarketOf, useMoment } from "./order-words.ts";
import { PositionTrack } from "./position-track.tsx";
import { SideWord } from "./side-word.tsx";

function Way({ order }: { readonly order: Order }) {
  const notation = useNotation();
  const from = order.openPrice ?? order.askedPrice;
  return (
    <span className={styles.way} dir="ltr">
      {writeDecimal(from, notation)}
      {order.status !== "pending" && order.closingPrice !== null && (
        <>
          <span aria-hidden="true">→</span>
          <LiveClosingPrice order={order} />
        </>
      )}
    </span>
  );
}

function Foot({ order }: { readonly order: Order }) {
  const t = useTranslations("orders");
  const reasonOf = useEndReason();
  const moment = useMoment();
  const clock = useClock();
  if (order.status === "holding") return <PositionTrack order={order} />;
  if (order.status === "pending") {
    return (
      <>
        {(order.stopLoss ?? order.takeProfit) !== null && <PositionTrack order={order} />}
        <span className={styles.foot}>
          <span>{t(`kinds.${order.pendingKind ?? "limit"}`)}</span>
          <span className={styles.quiet}>
            {order.expiresAt === null
              ? moment(order.placedAt)
              : `${t("expires")} ${moment(order.expiresAt)}`}
          </span>
        </span>
      </>
    );
  }
  const { status, endReason: reason, endReasonText: text } = order;
  return (
    <span className={styles.foot}>
      <span>{reasonOf({ status, reason, text })}</span>
      <time className={styles.quiet}>{clock(order.endedAt)}</time>
    </span>
  );
}

export const OrderCard = memo(function OrderCard({
  order,
  onOpen,
}: {
  readonly order: Order;
  readonly onOpen: (order: Order) => void;
}) {
  const t = useTranslations("orders");
  const market = useMarketOf(order.market.id);
  const notation = useNotation();
  const hasProfit = order.status === "holding" || order.status === "closed";
  return (
    <li>
      <button
        type="button"
        className={styles.card}
        data-order={order.id}
        aria-haspopup="dialog"
        onClick={() => onOpen(order)}
      >
        <span className={styles.head}>
          <MarketLogo src={market?.logo ?? ""} size={32} />
          <span className={styles.names}>
            <bdi className={styles.market}>{order.market.displayCode}</bdi>
            <span className={styles.what}>
              <SideWord side={order.side} />{" "}
              {t("size", { lots: writeDecimal(order.lots, notation) })}{" "}
              <bdi dir="ltr" className={styles.leverage}>
                1:{order.leverage}
              </bdi>
            </span>
          </span>
          <span className={styles.figures}>
            {hasProfit ? (
              <LiveMoney
                of={(open) => orderNow(order, open).profit}
                isSigned
                isExact
                className={styles.profit}
              />
            ) : (
              <span className={styles.profit} />
            )}
            <Way order={order} />
          </span>
        </span>
        <Foot order={order} />
      </button>
    </li>
  );
});
