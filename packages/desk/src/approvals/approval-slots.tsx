// Who has approved, with time, and whose turn it is. Two slots where two people are needed; what is
// approved is named by its hash, which is compared with one computed by another way (H08).

import { Note } from "@truetick/ui";
import CircleCheck from "lucide-react/icons/circle-check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslations } from "use-intl";
import { useStaff } from "../app/desk.ts";
import { writeMoment } from "../app/moment.ts";
import { Card } from "../frame/detail.tsx";
import styles from "./approval-slots.module.css";
import type { HashCheck } from "./use-hash-check.ts";

export type Approval = {
  readonly staffId: string;
  readonly name: string;
  /** Unix seconds. */
  readonly at: number;
};

const ORDINALS = ["first", "second"] as const;
const WAITING = { first: "anybody", second: "otherTurn" } as const;

function Slot({
  ordinal,
  approval,
  isNext,
  isOpen,
}: {
  readonly ordinal: (typeof ORDINALS)[number];
  readonly approval: Approval | undefined;
  /** The next to be filled, and by the reader. */
  readonly isNext: boolean;
  readonly isOpen: boolean;
}) {
  const t = useTranslations("approvals");
  const { name, id } = useStaff();
  if (approval) {
    const who = approval.staffId === id ? t("you", { name: approval.name }) : approval.name;
    return (
      <li className={styles.slot} data-state="done">
        <CircleCheck size={20} strokeWidth={1.75} />
        <div>
          <p className={styles.name}>{t(ordinal, { name: who })}</p>
          <p className={styles.text}>{t("approvedAt", { time: writeMoment(approval.at) })}</p>
        </div>
      </li>
    );
  }
  return (
    <li className={styles.slot} data-state={isNext ? "next" : "open"}>
      <span className={styles.number} aria-hidden="true">
        {ordinal === "first" ? 1 : 2}
      </span>
      <div>
        <p className={styles.name}>
          {t(ordinal, { name: isNext ? t("you", { name }) : t("nobody") })}
        </p>
        <p className={styles.text}>{t(isNext ? "yourTurn" : isOpen ? WAITING[ordinal] : "over")}</p>
      </div>
    </li>
  );
}

function HashLine({ hash, check }: { readonly hash: string; readonly check: HashCheck }) {
  const t = useTranslations("approvals");
  if (check === "different") {
    return (
      <div role="alert">
        <Note tone="warn" icon={TriangleAlert}>
          {t("hash.different")}
        </Note>
      </div>
    );
  }
  return (
    <p className={styles.hash}>
      <span className={styles.hashName}>{t("hash.name")}</span>
      <code title={hash}>{hash.slice(0, 16)}…</code>
      <span data-state={check}>{t(`hash.${check}`)}</span>
    </p>
  );
}

export function ApprovalSlots({
  needed,
  approvals,
  isOpen,
  canApprove,
  hash,
  check,
}: {
  readonly needed: number;
  readonly approvals: readonly Approval[];
  /** Somebody still has to decide. */
  readonly isOpen: boolean;
  /** The reader is the one who could. */
  readonly canApprove: boolean;
  readonly hash: string;
  readonly check: HashCheck;
}) {
  const t = useTranslations("approvals");
  const { id } = useStaff();
  const slots = ORDINALS.slice(0, Math.max(needed, approvals.length));
  // Nobody is the second to themselves.
  const isTurn = isOpen && canApprove && approvals.every(({ staffId }) => staffId !== id);
  return (
    <Card title={needed > 1 ? t("titleTwo") : t("titleOne")}>
      <ol className={styles.slots}>
        {slots.map((ordinal, at) => (
          <Slot
            key={ordinal}
            ordinal={ordinal}
            approval={approvals[at]}
            isNext={isTurn && at === approvals.length}
            isOpen={isOpen}
          />
        ))}
      </ol>
      <HashLine hash={hash} check={check} />
    </Card>
  );
}
