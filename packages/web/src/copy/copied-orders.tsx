// The orders that a follow has copied: open ones with their live result, or those that ended. A
// card opens what is to be known of one, and an open copy can be closed by hand.

import type { Order } from "@truetick/contract";
import {
  type CopiedOrder,
  type Follow,
  requestCloseCopiedOrder,
  requestCopiedOrders,
} from "@truetick/contract/copying";
import { Button, Fact, Facts, Sheet, useNotation, writeDecimal, writeSigned } from "@truetick/ui";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { useApp } from "../app/app.ts";
import { ltrText } from "../app/ltr-text.ts";
import { PageBody } from "../app/page-body.tsx";
import { useLookingAgain } from "../app/use-looking-again.ts";
import { usePages } from "../app/use-pages.ts";
import { ActNote } from "../orders/act-note.tsx";
import { OrderCard } from "../orders/order-card.tsx";
import { useMoment } from "../orders/order-words.ts";
import { useOrderAct } from "../orders/use-order-act.ts";
import { twoDecimals } from "../user/two-decimals.ts";
import styles from "./copied-orders.module.css";
import { useCopyNews } from "./use-copy-news.ts";

const LOOK_EVERY_MS = 2_000;

type Tab = "holding" | "history";

function requestRows(followId: string, tab: Tab, page: number) {
  const request = requestCopiedOrders({ followId, tab, page });
  return {
    ...request,
    read: (wire: unknown) => {
      const { orders, total } = request.read(wire);
      return { rows: orders, total };
    },
  };
}

function CopiedFacts({ order }: { readonly order: CopiedOrder }) {
  const t = useTranslations("copy");
  const orders = useTranslations("orders");
  const notation = useNotation();
  const moment = useMoment();
  const isOpen = order.status === "holding";
  const price = (text: string | null) => (text === null ? "–" : writeDecimal(text, notation));
  return (
    <Facts>
      <Fact name={orders("number")}>{order.id}</Fact>
      <Fact name={t("leaderOrder")}>{order.leaderOrder}</Fact>
      <Fact name={orders("columns.lots")}>{writeDecimal(order.lots, notation)}</Fact>
      <Fact name={orders("openPrice")}>{price(order.openPrice)}</Fact>
      <Fact name={isOpen ? orders("closesAt") : orders("closedAt")}>
        {price(order.closingPrice)}
      </Fact>
      <Fact name={orders("levels.stopLoss")}>{price(order.stopLoss)}</Fact>
      <Fact name={orders("levels.takeProfit")}>{price(order.takeProfit)}</Fact>
      <Fact name={orders("columns.profit")}>
        <MoneyText text={order.profit} isSigned isExact />
      </Fact>
      <Fact name={orders("fee")}>
        <MoneyText text={order.fee} isExact />
      </Fact>
      <Fact name={orders("financing")}>
        <MoneyText text={order.financing} isSigned isExact />
      </Fact>
      <Fact name={orders("openedAt")} isFigure={false}>
        {moment(order.openedAt)}
      </Fact>
      {!isOpen && (
        <Fact name={orders("endedAt")} isFigure={false}>
          {moment(order.endedAt)}
        </Fact>
      )}
    </Facts>
  );
}

function CopiedSheet({
  follow,
  order,
  onClosed,
  onClose,
}: {
  readonly follow: Follow;
  readonly order: CopiedOrder;
  readonly onClosed: () => void;
  readonly onClose: () => void;
}) {
  const { toasts } = useApp();
  const t = useTranslations("copy");
  const orders = useTranslations("orders");
  const settings = useTranslations("settings");
  const notation = useNotation();
  const act = useOrderAct();
  const isOpen = order.status === "holding";
  const close = () =>
    act.run(requestCloseCopiedOrder(follow.id, order.id), ({ profit }) => {
      const result = ltrText(writeSigned(twoDecimals(profit), notation));
      toasts.show({ tone: "done", title: orders("done.result", { profit: result }) });
      onClosed();
      onClose();
    });
  return (
    <Sheet
      isOpen
      title={`\u2066${order.market.displayCode}\u2069`}
      closeLabel={settings("close")}
      place="centre"
      onClose={onClose}
    >
      <div className={styles.sheet}>
        <CopiedFacts order={order} />
        {isOpen && <p className={styles.quiet}>{t("closeText")}</p>}
        <ActNote act={act} />
        {isOpen && (
          <Button
            kind="inverse"
            size="cta"
            isWorking={act.phase === "working" || act.phase === "unsure"}
            onClick={close}
          >
            {orders("closePosition")}
          </Button>
        )}
      </div>
    </Sheet>
  );
}

export function CopiedOrders({
  follow,
  tab,
  onChanged,
}: {
  readonly follow: Follow;
  readonly tab: Tab;
  readonly onChanged: () => void;
}) {
  const t = useTranslations("copy");
  const orders = useTranslations("orders");
  const pages = usePages<CopiedOrder>((page) => requestRows(follow.id, tab, page), follow.id);
  const [openId, setOpenId] = useState<string | null>(null);
  const { refresh, isAsking } = pages;
  const look = () => void refresh();
  useCopyNews(look);
  const isMoving = tab === "holding" && follow.orders > 0;
  useLookingAgain({ look, isAsking }, isMoving ? LOOK_EVERY_MS : null);
  const shown = pages.list.rows.find(({ id }) => id === openId);
  useEffect(() => {
    if (openId !== null && !shown) setOpenId(null);
  }, [openId, shown]);
  return (
    <div className={styles.list}>
      <PageBody
        pages={pages}
        label={tab === "holding" ? t("views.open") : orders("tabs.history")}
        nothing={<p className={styles.none}>{t(`none.${tab}`)}</p>}
      >
        {(order) => (
          <ul className={styles.row}>
            <OrderCard order={order} onOpen={({ id }: Order) => setOpenId(id)} />
          </ul>
        )}
      </PageBody>
      {shown && (
        <CopiedSheet
          follow={follow}
          order={shown}
          onClosed={() => {
            look();
            onChanged();
          }}
          onClose={() => setOpenId(null)}
        />
      )}
    </div>
  );
}
