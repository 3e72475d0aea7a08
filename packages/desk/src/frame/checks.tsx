// What was checked about a thing, one line each: in order, or to be looked at.

import CircleCheck from "lucide-react/icons/circle-check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ReactNode } from "react";
import styles from "./checks.module.css";

export type Check = {
  readonly key: string;
  readonly isGood: boolean;
  readonly text: string;
  readonly figure?: ReactNode;
};

export function Checks({ checks }: { readonly checks: readonly Check[] }) {
  return (
    <ul className={styles.checks}>
      {checks.map(({ key, isGood, text, figure }) => {
        const Shape = isGood ? CircleCheck : TriangleAlert;
        return (
          <li key={key} data-good={isGood}>
            <Shape size={16} strokeWidth={1.75} />
            <span className={styles.text}>{text}</span>
            {figure && <span className={styles.figure}>{figure}</span>}
          </li>
        );
      })}
    </ul>
  );
}
