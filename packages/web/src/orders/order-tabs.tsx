// The three tabs of orders, with how many are open. Links on /order, so that each has its address;
// buttons in the dock of the workspace.

import type { OrderTab } from "@truetick/contract";
import { useSelected } from "@truetick/ui/state";
import { useTranslations } from "use-intl";
import type { OpenBook } from "../account/open-book.ts";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import styles from "./order-tabs.module.css";

export const ORDER_TABS = ["holding", "pending", "history"] as const satisfies readonly OrderTab[];

/** The numbers of the address: those of an order's status, as the spec has 1 for holding. */
const TYPES = { pending: "0", holding: "1", history: "3" } as const;

export function tabOfType(type: string | null): OrderTab {
  if (type === "0") return "pending";
  // The third of the tabs, or the status of what is over.
  return type === "2" || type === "3" ? "history" : "holding";
}

function addressOf(tab: OrderTab): string {
  return `/order?type=${TYPES[tab]}`;
}

function countOf(tab: OrderTab, open: OpenBook | null): number {
  if (!open || tab === "history") return 0;
  let holding = 0;
  for (const { status } of open.orders.values()) if (status === "holding") holding += 1;
  return tab === "holding" ? holding : open.orders.size - holding;
}

/** How many are open; none before the account has come, and none for history. */
export function useOpenCount(tab: OrderTab): number {
  return useSelected(useApp().account, (open) => countOf(tab, open));
}

export function TabName({ tab }: { readonly tab: OrderTab }) {
  const t = useTranslations("orders.tabs");
  const count = useOpenCount(tab);
  return (
    <>
      {t(tab)}
      {count > 0 && <span className={styles.count}>{count}</span>}
    </>
  );
}

export function OrderTabs({ chosen }: { readonly chosen: OrderTab }) {
  const t = useTranslations("orders");
  return (
    <nav className={styles.tabs} aria-label={t("title")}>
      {ORDER_TABS.map((tab) => (
        <Link
          key={tab}
          to={addressOf(tab)}
          isReplacing
          className={styles.tab}
          aria-current={tab === chosen ? "page" : undefined}
        >
          <TabName tab={tab} />
        </Link>
      ))}
    </nav>
  );
}
