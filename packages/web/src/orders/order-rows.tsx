// The orders of one tab, in the form that fits: cards on a phone, a table where there is room; with
// what stands there while they load, when there are none, and when they did not come. Carries the
// popup of the order that was opened and the question before one is ended.

import type { Order, OrderTab } from "@truetick/contract";
import { Button, buttonClass, EmptyState, Skeleton, Spinner } from "@truetick/ui";
import CloudOff from "lucide-react/icons/cloud-off";
import Layers from "lucide-react/icons/layers";
import { useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import { Link } from "../app/link.tsx";
import { useFailureCode, useFailureText } from "../app/use-failure.ts";
import { EndOrderDialog } from "./end-order-dialog.tsx";
import { OrderCard } from "./order-card.tsx";
import { OrderDetail } from "./order-detail.tsx";
import { hasMore } from "./order-list.ts";
import styles from "./order-rows.module.css";
import { OrderTable } from "./order-table.tsx";
import { useNamedOrder } from "./use-named-order.ts";
import type { Orders } from "./use-orders.ts";

const ROWS_EXPECTED = [1, 2, 3, 4, 5];

function Waiting() {
  const t = useTranslations("orders");
  return (
    <div className={styles.waiting} role="status" aria-label={t("loading")}>
      {ROWS_EXPECTED.map((row) => (
        <Skeleton key={row} width="full" className={styles.row} />
      ))}
    </div>
  );
}

function Nothing({ tab, isDense }: { readonly tab: OrderTab; readonly isDense: boolean }) {
  const t = useTranslations("orders.empty");
  if (isDense) return <p className={styles.nothing}>{t(`${tab}.title`)}</p>;
  return (
    <EmptyState
      icon={Layers}
      title={t(`${tab}.title`)}
      text={t(`${tab}.text`)}
      actions={
        <Link to="/trade" className={buttonClass("primary", "touch")}>
          {t("action")}
        </Link>
      }
    />
  );
}

function More({ orders }: { readonly orders: Orders }) {
  const t = useTranslations("orders");
  const { list, isLoadingMore, loadMore } = orders;
  if (list.orders.length === 0) return null;
  return (
    <div className={styles.more}>
      <span className={styles.loaded}>
        {t("loaded", { count: list.orders.length, total: list.total })}
      </span>
      {hasMore(list) && (
        <Button kind="ghost" disabled={isLoadingMore} onClick={loadMore}>
          {isLoadingMore && <Spinner />}
          {t("more20")}
        </Button>
      )}
    </div>
  );
}

export function OrderRows({
  tab,
  orders,
  look,
}: {
  readonly tab: OrderTab;
  readonly orders: Orders;
  readonly look: "cards" | "table" | "dock";
}) {
  const t = useTranslations("orders");
  const textOf = useFailureText();
  const codeOf = useFailureCode();
  const [opened, setOpened] = useState<Order | null>(null);
  const [ending, setEnding] = useState<Order | null>(null);
  const acts = useMemo(() => ({ onOpen: setOpened, onEnd: setEnding }), []);
  const { list } = orders;
  useNamedOrder(orders, setOpened);
  if (list.phase === "loading") return <Waiting />;
  if (list.phase === "failed") {
    return (
      <EmptyState
        icon={CloudOff}
        tone="warn"
        title={t("failed")}
        text={(list.failure && textOf(list.failure)) ?? ""}
        note={list.failure ? codeOf(list.failure) : undefined}
        actions={
          <Button kind="primary" size="touch" onClick={() => void orders.refresh()}>
            {t("retry")}
          </Button>
        }
      />
    );
  }
  return (
    <>
      {list.orders.length === 0 && <Nothing tab={tab} isDense={look === "dock"} />}
      {list.orders.length > 0 && look === "cards" && (
        <ul className={styles.cards} aria-label={t(`tabs.${tab}`)}>
          {list.orders.map((order) => (
            <OrderCard key={order.id} order={order} onOpen={setOpened} />
          ))}
        </ul>
      )}
      {list.orders.length > 0 && look !== "cards" && (
        <OrderTable tab={tab} orders={list.orders} acts={acts} />
      )}
      {look !== "dock" || hasMore(list) ? <More orders={orders} /> : null}
      {opened && <OrderDetail key={opened.id} order={opened} onClose={() => setOpened(null)} />}
      {ending && <EndOrderDialog order={ending} onClose={() => setEnding(null)} />}
    </>
  );
}
