// The orders of a tab as cards, for phones; those of the history under the days they ended on.

import type { Order, OrderTab } from "@truetick/contract";
import { useNotation } from "@truetick/ui";
import { Fragment, useMemo, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { type DayRow, groupDays, nameDay } from "./group-days.ts";
import { OrderCard } from "./order-card.tsx";
import styles from "./order-cards.module.css";
import { chunksOf, useChunks } from "./use-chunks.ts";

function Row({
  row,
  now,
  onOpen,
}: {
  readonly row: DayRow;
  readonly now: Date;
  readonly onOpen: (order: Order) => void;
}) {
  const { tag } = useNotation();
  if (row.kind === "order") return <OrderCard order={row.order} onOpen={onOpen} />;
  return (
    <li className={styles.day}>
      <h2>{nameDay(row.at, now, tag)}</h2>
    </li>
  );
}

export function OrderCards({
  tab,
  orders,
  onOpen,
}: {
  readonly tab: OrderTab;
  readonly orders: readonly Order[];
  readonly onOpen: (order: Order) => void;
}) {
  const t = useTranslations("orders.tabs");
  const list = useRef<HTMLUListElement>(null);
  const [now] = useState(() => new Date());
  const chunks = useMemo(() => chunksOf(groupDays(orders)), [orders]);
  const gaps = useChunks(list, chunks.length);
  return (
    <ul ref={list} className={styles.cards} aria-label={t(tab)}>
      {chunks.map((rows, place) => (
        <Fragment key={rows[0]?.id}>
          <li
            className={styles.mark}
            data-chunk={place}
            aria-hidden="true"
            style={{ height: gaps.get(place) ?? 0 }}
          />
          {!gaps.has(place) &&
            rows.map((row) => <Row key={row.id} row={row} now={now} onOpen={onOpen} />)}
        </Fragment>
      ))}
    </ul>
  );
}
