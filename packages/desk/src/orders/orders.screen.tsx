// Orders of everybody, to be read: by member, market and state. No act here or anywhere else in the
// desk touches one (H01).

import { DESK_ORDER_STATUSES, type DeskOrder, requestDeskOrders } from "@truetick/contract/desk";
import { useNotation, writeDecimal, writeSigned } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { writeExactMoment } from "../app/moment.ts";
import type { ScreenProps } from "../app/routes.tsx";
import { usePages } from "../app/use-pages.ts";
import { Picker } from "../frame/picker.tsx";
import { oneOf, useQueueView } from "../frame/use-queue.ts";
import type { Column } from "../table/data-table.tsx";
import { ListPage } from "../table/list-page.tsx";
import { OrderDetail } from "./order-detail.tsx";

export function useOrderColumns(): readonly Column<DeskOrder>[] {
  const t = useTranslations("orders");
  const notation = useNotation();
  return [
    { name: t("id"), cell: ({ id }) => id },
    { name: t("market"), cell: ({ displayCode }) => displayCode },
    { name: t("side"), cell: ({ side }) => t(`sides.${side}`) },
    { name: t("lots"), isFigure: true, cell: ({ lots }) => writeDecimal(lots, notation) },
    { name: t("status"), cell: ({ status }) => t(`statuses.${status}`) },
    { name: t("member"), cell: ({ uid }) => uid },
    { name: t("open"), isFigure: true, cell: ({ openPrice }) => openPrice || "–" },
    { name: t("close"), isFigure: true, cell: ({ closePrice }) => closePrice || "–" },
    {
      name: t("profit"),
      isFigure: true,
      cell: ({ profit }) => (profit === "" ? "–" : writeSigned(profit, notation)),
    },
    { name: t("placed"), cell: ({ placedAt }) => writeExactMoment(placedAt) },
  ];
}

function OrderList() {
  const t = useTranslations("orders");
  const places = useTranslations("shell.places");
  const view = useQueueView("orders");
  const columns = useOrderColumns();
  const user = view.filter("user");
  const marketId = view.filter("market");
  const status = oneOf(DESK_ORDER_STATUSES, view.filter("status"));
  const pages = usePages<DeskOrder>(
    (cursor) => requestDeskOrders({ user, marketId, status, cursor }),
    `${user}|${marketId}|${status}`,
  );
  return (
    <ListPage
      title={places("orders")}
      pages={pages}
      idOf={({ id }) => id}
      linkOf={({ id }) => view.pathOf(id)}
      emptyText={t("empty")}
      search={{ text: user, label: t("search"), onText: (next) => view.choose({ user: next }) }}
      filters={
        <Picker
          label={t("status")}
          choices={[
            { id: "", label: t("all") },
            ...DESK_ORDER_STATUSES.map((id) => ({ id, label: t(`statuses.${id}`) })),
          ]}
          chosen={status ?? ""}
          onChoose={(id) => view.choose({ status: id })}
        />
      }
      columns={columns}
    />
  );
}

export function OrdersScreen({ chosen }: ScreenProps) {
  return chosen === null ? <OrderList /> : <OrderDetail id={chosen} />;
}
