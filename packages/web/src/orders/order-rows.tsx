// The orders of one tab, in the form that fits: cards on a phone, a table where there is room; with
// what stands there while they load, when there are none, and when they did not come. Carries the
// popup of the order that was opened and the question before one is ended.

import type { Order, OrderTab } from "@truetick/contract";
import { Button, buttonClass, EmptyState, Skeleton, Spinner } from "@truetick/ui";
import CloudOff from "lucide-react/icons/cloud-off";
import Layers from "lucide-react/icons/layers";
import SearchX from "lucide-react/icons/search-x";
import { useMemo, useState } from "react";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { Link } from "../app/link.tsx";
import { useFailureCode, useFailureText } from "../app/use-failure.ts";
import { EndOrderDialog } from "./end-order-dialog.tsx";
import { OrderCards } from "./order-cards.tsx";
import { OrderDetail } from "./order-detail.tsx";
import { hasMore } from "./order-list.ts";
import type { RowActs } from "./order-row.tsx";
import styles from "./order-rows.module.css";
import { OrderTable, type Sums } from "./order-table.tsx";
import { useNamedOrder } from "./use-named-order.ts";
import type { Orders } from "./use-orders.ts";
import { useSorted, useSums } from "./use-sorted.ts";

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

/** The filters leave nothing: the way out is to lift them. */
function NothingFound({ onClear }: { readonly onClear: () => void }) {
  const t = useTranslations("orders");
  return (
    <EmptyState
      icon={SearchX}
      title={t("empty.filtered.title")}
      text={t("empty.filtered.text")}
      actions={
        <Button kind="primary" size="touch" onClick={onClear}>
          {t("filters.clear")}
        </Button>
      }
    />
  );
}

/** What open positions have cost so far, below the cards. */
function OpenCosts({ sums }: { readonly sums: Sums }) {
  const t = useTranslations("orders");
  if (sums.fee === undefined || sums.financing === undefined) return null;
  return (
    <p className={styles.costs}>
      <span>
        {t("fee")} <MoneyText text={sums.fee} />
      </span>
      <span>
        {t("financing")} <MoneyText text={sums.financing} isSigned />
      </span>
    </p>
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

function Failed({ orders }: { readonly orders: Orders }) {
  const t = useTranslations("orders");
  const textOf = useFailureText();
  const codeOf = useFailureCode();
  const { failure } = orders.list;
  return (
    <EmptyState
      icon={CloudOff}
      tone="warn"
      title={t("failed")}
      text={(failure && textOf(failure)) ?? ""}
      note={failure ? codeOf(failure) : undefined}
      actions={
        <Button kind="primary" size="touch" onClick={() => void orders.refresh()}>
          {t("retry")}
        </Button>
      }
    />
  );
}

type RowsProps = {
  readonly tab: OrderTab;
  readonly orders: Orders;
  readonly look: "cards" | "table" | "dock";
  /** Lifts the filters; null while none leaves anything out. */
  readonly onClear: (() => void) | null;
  readonly acts: RowActs;
};

function Rows({ tab, orders, look, onClear, acts }: RowsProps) {
  const { list } = orders;
  const { rows, sort, setSort } = useSorted(tab, list);
  const sums = useSums(tab, list);
  if (list.phase === "loading") return <Waiting />;
  if (list.phase === "failed") return <Failed orders={orders} />;
  if (list.orders.length === 0) {
    return onClear ? (
      <NothingFound onClear={onClear} />
    ) : (
      <Nothing tab={tab} isDense={look === "dock"} />
    );
  }
  return (
    <>
      {look === "cards" ? (
        <OrderCards tab={tab} orders={rows} onOpen={acts.onOpen} />
      ) : (
        <OrderTable
          tab={tab}
          orders={rows}
          sums={sums}
          sort={sort}
          isRoomy={look === "table"}
          acts={acts}
          onSort={setSort}
        />
      )}
      {look === "cards" && <OpenCosts sums={sums} />}
      {(look !== "dock" || hasMore(list)) && <More orders={orders} />}
    </>
  );
}

export function OrderRows({
  tab,
  orders,
  look,
  onClear = null,
}: Omit<RowsProps, "acts" | "onClear"> & { readonly onClear?: RowsProps["onClear"] }) {
  const [opened, setOpened] = useState<Order | null>(null);
  const [ending, setEnding] = useState<Order | null>(null);
  const acts = useMemo(() => ({ onOpen: setOpened, onEnd: setEnding }), []);
  const forget = useNamedOrder(setOpened);
  const close = () => {
    setOpened(null);
    forget();
  };
  return (
    <>
      <Rows tab={tab} orders={orders} look={look} onClear={onClear} acts={acts} />
      {opened && <OrderDetail key={opened.id} order={opened} onClose={close} onOpen={setOpened} />}
      {ending && <EndOrderDialog order={ending} onClose={() => setEnding(null)} />}
    </>
  );
}
