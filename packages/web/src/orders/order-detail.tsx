// The popup of one order: what it makes now, its stops with "Set TP/SL", what it cost, and the way
// out of it: close, close a part, or cancel. Closes by itself when the order ends elsewhere.

import type { Order } from "@truetick/contract";
import { Button, Fact, Facts, Price, Sheet, useNotation, writeDecimal } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { useApp } from "../app/app.ts";
import { ClosePart } from "./close-part.tsx";
import { EndOrderDialog } from "./end-order-dialog.tsx";
import { LevelsForm } from "./levels-form.tsx";
import styles from "./order-detail.module.css";
import { shapeOf, useEndReason, useMarketOf, useMoment } from "./order-words.ts";
import { PositionTrack } from "./position-track.tsx";
import { SideWord } from "./side-word.tsx";
import { TrailingForm } from "./trailing-form.tsx";

function Head({ order }: { readonly order: Order }) {
  const t = useTranslations("orders");
  const notation = useNotation();
  const shape = shapeOf(order, useMarketOf(order.market.id));
  const hasProfit = order.status === "holding" || order.status === "closed";
  const price = hasProfit ? order.closingPrice : order.askedPrice;
  const size = t("size", { lots: writeDecimal(order.lots, notation) });
  const priceName = { holding: "closesAt", closed: "closedAt", pending: "waitsAt" } as const;
  return (
    <>
      <p className={styles.what}>
        <SideWord side={order.side} /> {size}{" "}
        <bdi dir="ltr" className={styles.quiet}>
          1:{order.leverage}
        </bdi>
      </p>
      <div className={styles.result}>
        {hasProfit && (
          <div>
            <p className={styles.name}>
              {order.status === "holding" ? t("floating") : t("result")}
            </p>
            <p className={styles.profit}>
              <MoneyText text={order.profit} isSigned isExact />{" "}
              <span className={styles.currency}>USD</span>
            </p>
          </div>
        )}
        {price !== null && order.status !== "cancelled" && (
          <div className={styles.price}>
            <p className={styles.name}>{t(priceName[order.status])}</p>
            <Price text={price} shape={shape} />
          </div>
        )}
      </div>
    </>
  );
}

function Costs({ order }: { readonly order: Order }) {
  const t = useTranslations("orders");
  const notation = useNotation();
  const moment = useMoment();
  const reasonOf = useEndReason();
  const { status, endReason: reason, endReasonText: text } = order;
  const write = (price: string) => writeDecimal(price, notation);
  return (
    <Facts>
      {order.openPrice !== null && <Fact name={t("openPrice")}>{write(order.openPrice)}</Fact>}
      <Fact name={t("askedPrice")}>{write(order.askedPrice)}</Fact>
      <Fact name={status === "pending" ? t("marginReserved") : t("marginHeld")}>
        <MoneyText text={order.margin} isExact />
      </Fact>
      <Fact name={t("fee")}>
        <MoneyText text={order.fee} isExact />
      </Fact>
      <Fact name={order.openedAt === null ? t("placedAt") : t("openedAt")} isFigure={false}>
        {moment(order.openedAt ?? order.placedAt)}
      </Fact>
      {order.endedAt !== null && (
        <Fact name={t("endedAt")} isFigure={false}>
          {moment(order.endedAt)}
        </Fact>
      )}
      {reason !== null && (
        <Fact name={t("endedBy")} isFigure={false}>
          {reasonOf({ status, reason, text })}
        </Fact>
      )}
      <Fact name={t("number")}>{order.id}</Fact>
    </Facts>
  );
}

function Body({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) {
  const t = useTranslations("orders");
  const [mode, setMode] = useState<"view" | "part" | "end">("view");
  const isOpen = order.status === "holding" || order.status === "pending";
  return (
    <>
      <div className={styles.body}>
        <Head order={order} />
        {order.status === "holding" && <PositionTrack order={order} />}
        {isOpen && <LevelsForm order={order} />}
        {isOpen && <TrailingForm order={order} />}
        <Costs order={order} />
      </div>
      {isOpen && (
        <div className={styles.foot}>
          {mode === "part" ? (
            <ClosePart order={order} onDone={onClose} onBack={() => setMode("view")} />
          ) : (
            <div className={styles.acts}>
              {order.status === "holding" && (
                <Button kind="outline" size="touch" onClick={() => setMode("part")}>
                  {t("closePart")}
                </Button>
              )}
              <Button kind="inverse" size="touch" onClick={() => setMode("end")}>
                {order.status === "pending" ? t("cancelOrder") : t("closePosition")}
              </Button>
            </div>
          )}
        </div>
      )}
      {mode === "end" && <EndOrderDialog order={order} onClose={() => setMode("view")} />}
    </>
  );
}

export function OrderDetail({
  order: opened,
  onClose,
}: {
  readonly order: Order;
  readonly onClose: () => void;
}) {
  const { account } = useApp();
  const t = useTranslations("orders");
  const book = useStore(account);
  const live = book?.orders.get(opened.id);
  const wasOpen = opened.status === "holding" || opened.status === "pending";
  const isGone = wasOpen && book !== null && live?.status !== opened.status;
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isGone) close();
  }, [isGone]);
  return (
    <Sheet
      isOpen
      title={opened.market.displayCode}
      closeLabel={t("close")}
      place="centre"
      onClose={onClose}
    >
      <Body order={live ?? opened} onClose={onClose} />
    </Sheet>
  );
}
