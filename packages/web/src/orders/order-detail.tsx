// The popup of one order: what it makes now, its stops with "Set TP/SL", what it cost, and the way
// out of it: close, close a part, or cancel. Closes by itself when the order ends elsewhere.

import { type Order, requestOrder } from "@truetick/contract";
import { Button, Note, Price, Sheet, useNotation, writeDecimal } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import Info from "lucide-react/icons/info";
import { useEffect, useEffectEvent, useState } from "react";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { ReadBody } from "../app/read-body.tsx";
import { useTellFailure } from "../app/use-failure.ts";
import { useRead } from "../app/use-read.ts";
import { VerifyButton } from "../proof/verify-button.tsx";
import { ClosePart } from "./close-part.tsx";
import { EndOrderDialog } from "./end-order-dialog.tsx";
import { FillStory } from "./fill-story.tsx";
import { LevelsForm } from "./levels-form.tsx";
import { OrderAccount } from "./order-account.tsx";
import styles from "./order-detail.module.css";
import { OrderFacts } from "./order-facts.tsx";
import { isOwnAct, shapeOf, useEndReason, useMarketOf, useWhy } from "./order-words.ts";
import { PositionTrack } from "./position-track.tsx";
import { SideWord } from "./side-word.tsx";
import { trackOf } from "./stop-track.ts";
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

/** Why it is over: the rule that fired, and what that rule does. */
function WhyOver({ order }: { readonly order: Order }) {
  const reasonOf = useEndReason();
  const whyOf = useWhy();
  const explained = useTranslations("why");
  const { status, endReason: reason, endReasonText: text } = order;
  if (reason === null) return null;
  const why = whyOf(status, reason);
  return (
    <Note tone="neutral" icon={Info}>
      <strong className={styles.reason}>{reasonOf({ status, reason, text })}</strong>
      {why !== null && <> {why}</>}{" "}
      <Link to={`/order/why?id=${order.id}`} className={styles.why}>
        {explained(status === "closed" && !isOwnAct(reason) ? "title" : "other")}
      </Link>
    </Note>
  );
}

type BodyProps = {
  readonly order: Order;
  readonly onClose: () => void;
  readonly onOpen: (orderId: string) => void;
};

function Body({ order, onClose, onOpen }: BodyProps) {
  const [mode, setMode] = useState<"view" | "part" | "end">("view");
  const reading = useRead(() => requestOrder(order.id), `${order.id}-${order.status}`);
  const file = reading.state.phase === "ready" ? reading.state.value : null;
  const isOpen = order.status === "holding" || order.status === "pending";
  return (
    <>
      <div className={styles.body}>
        <Head order={order} />
        {order.status === "holding" && trackOf(order) && <PositionTrack order={order} />}
        <WhyOver order={order} />
        {isOpen && <LevelsForm order={order} />}
        {isOpen && <TrailingForm order={order} />}
        <OrderFacts order={order} file={file} onOpen={onOpen} />
        <ReadBody reading={reading}>
          {(known) => <FillStory file={known} onOpen={onOpen} />}
        </ReadBody>
        <VerifyButton subject={{ of: "order", id: order.id }} look="wide" />
        {order.status === "holding" && <OrderAccount orderId={order.id} />}
      </div>
      {isOpen && <Foot order={order} mode={mode} onMode={setMode} onClose={onClose} />}
      {mode === "end" && <EndOrderDialog order={order} onClose={() => setMode("view")} />}
    </>
  );
}

function Foot({
  order,
  mode,
  onMode,
  onClose,
}: {
  readonly order: Order;
  readonly mode: "view" | "part" | "end";
  readonly onMode: (mode: "view" | "part" | "end") => void;
  readonly onClose: () => void;
}) {
  const t = useTranslations("orders");
  return (
    <div className={styles.foot}>
      {mode === "part" ? (
        <ClosePart order={order} onDone={onClose} onBack={() => onMode("view")} />
      ) : (
        <div className={styles.acts}>
          {order.status === "holding" && (
            <Button kind="outline" size="touch" onClick={() => onMode("part")}>
              {t("closePart")}
            </Button>
          )}
          <Button kind="inverse" size="touch" onClick={() => onMode("end")}>
            {order.status === "pending" ? t("cancelOrder") : t("closePosition")}
          </Button>
        </div>
      )}
    </div>
  );
}

export function OrderDetail({
  order: opened,
  onClose,
  onOpen,
}: {
  readonly order: Order;
  readonly onClose: () => void;
  /** Opens another order in its place: a part of it, or what it is a part of. */
  readonly onOpen: (order: Order) => void;
}) {
  const { account, server } = useApp();
  const t = useTranslations("orders");
  const tellFailure = useTellFailure();
  const openById = async (orderId: string) => {
    const answer = await server.read(requestOrder(orderId));
    if (answer.isOk) onOpen(answer.value.order);
    else tellFailure(answer.failure);
  };
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
      <Body order={live ?? opened} onClose={onClose} onOpen={(orderId) => void openById(orderId)} />
    </Sheet>
  );
}
