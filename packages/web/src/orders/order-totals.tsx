// What all orders of a tab come to, above the list: profits with all their decimals, the balance
// with two, and for open positions how the account stands and the way out of all of them.

import type { OrderTab } from "@truetick/contract";
import { Button, useNotation, writeDecimal } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import { useTranslations } from "use-intl";
import { LiveMoney, LiveText } from "../account/live-account.tsx";
import { MoneyText } from "../account/money-text.tsx";
import type { OpenBook } from "../account/open-book.ts";
import { useApp } from "../app/app.ts";
import { percentOf } from "../user/two-decimals.ts";
import type { OrderList } from "./order-list.ts";
import styles from "./order-totals.module.css";

function Part({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** By the orders that wait: with it the parts add up to the net value. */
function Reserved({ amount }: { readonly amount: string }) {
  const t = useTranslations("account");
  return (
    <Part name={t("reserved")}>
      <MoneyText text={amount} isExact />
    </Part>
  );
}

function Parts({ tab, list }: { readonly tab: OrderTab; readonly list: OrderList }) {
  const t = useTranslations("account");
  const orders = useTranslations("orders");
  const notation = useNotation();
  const open = useStore(useApp().account.still);
  const balance = open?.account.balance ?? list.balance;
  const percent = (ratio: string | null) =>
    ratio === null ? "–" : `${writeDecimal(percentOf(ratio), notation)}%`;
  return (
    <dl className={styles.parts}>
      <Part name={t("balance")}>
        <MoneyText text={balance} />
      </Part>
      {open && tab === "holding" && (
        <>
          <Part name={t("netValue")}>
            <LiveMoney of={(now) => (now ?? open).account.equity} />
          </Part>
          <Part name={t("used")}>
            <MoneyText text={open.account.used} isExact />
          </Part>
          {Number(open.account.reserved) !== 0 && <Reserved amount={open.account.reserved} />}
          <Part name={t("level")}>
            <LiveText of={(now) => percent((now ?? open).account.level)} />
          </Part>
          <Part name={t("riskRate")}>
            <LiveText of={(now) => percent((now ?? open).account.riskRate)} />
          </Part>
        </>
      )}
      {tab === "history" && list.phase === "ready" && (
        <Part name={orders("title")}>
          <bdi dir="ltr">{writeDecimal(String(list.total), notation)}</bdi>
        </Part>
      )}
      {open && tab === "pending" && <Reserved amount={open.account.reserved} />}
    </dl>
  );
}

export function OrderTotals({
  tab,
  list,
  onCloseAll,
}: {
  readonly tab: OrderTab;
  readonly list: OrderList;
  readonly onCloseAll: () => void;
}) {
  const t = useTranslations("orders");
  const open = useStore(useApp().account.still);
  const profitOf = (now: OpenBook | null) =>
    tab === "holding" ? (now?.account.profit ?? list.profitTotal) : list.profitTotal;
  return (
    <section className={styles.totals} aria-label={t("totals")}>
      {tab !== "pending" && (
        <div className={styles.main}>
          <div>
            <p className={styles.name}>{tab === "holding" ? t("floating") : t("result")}</p>
            <p className={styles.profit}>
              <span dir="ltr">
                <LiveMoney of={profitOf} isSigned isExact />{" "}
                <span className={styles.currency}>{open?.account.currency ?? "USD"}</span>
              </span>
            </p>
          </div>
          {tab === "holding" && list.orders.length > 0 && (
            <Button kind="outline" size="touch" onClick={onCloseAll}>
              {t("closeAll")}
            </Button>
          )}
        </div>
      )}
      <Parts tab={tab} list={list} />
    </section>
  );
}
