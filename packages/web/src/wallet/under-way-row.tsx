// Something on its way in or out, as a link to it: how much, its state, its age and deadline.

import { type Icon, Tag, useNotation, writeDecimal } from "@truetick/ui";
import { Link } from "../app/link.tsx";
import { shortDecimal } from "../deposits/deposit-amount.ts";
import { WaitLine } from "../waits/wait-line.tsx";
import styles from "./wallet.module.css";

export function UnderWayRow({
  to,
  icon: Shape,
  name,
  amount,
  currency,
  state,
  sentAt,
  dueAt,
}: {
  readonly to: string;
  readonly icon: Icon;
  /** Which way it goes. */
  readonly name: string;
  readonly amount: string;
  readonly currency: string;
  readonly state: string;
  readonly sentAt: number;
  readonly dueAt: number | null;
}) {
  const notation = useNotation();
  return (
    <li className={styles.row}>
      <Link to={to} className={styles.way}>
        <Shape size={20} strokeWidth={1.75} className={styles.icon} />
        <div className={styles.words}>
          <p className={styles.line}>
            <span className={styles.amount}>
              <bdi dir="ltr">
                {writeDecimal(shortDecimal(amount), notation)} {currency}
              </bdi>
              <span className={styles.direction}>{name}</span>
            </span>
            <Tag tone="accent">{state}</Tag>
          </p>
          <WaitLine sentAt={sentAt} dueAt={dueAt} />
        </div>
      </Link>
    </li>
  );
}
