// One movement of the account: why, when, how much, and what the account held after it. A link to
// what caused it, where that has a page; and "Verify" beside it.

import type { AccountLogEntry } from "@truetick/contract";
import ChevronRight from "lucide-react/icons/chevron-right";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { useMoment } from "../app/use-moment.ts";
import { VerifyButton } from "../proof/verify-button.tsx";
import { addressOfCause } from "./cause-address.ts";
import styles from "./log-row.module.css";

function LogWords({ entry }: { readonly entry: AccountLogEntry }) {
  const t = useTranslations("history");
  const moment = useMoment();
  return (
    <>
      <span className={styles.words}>
        <span className={styles.memo}>{entry.memo}</span>
        <span className={styles.note}>{moment(entry.createdAt)}</span>
      </span>
      <span className={styles.figures}>
        <MoneyText text={entry.amount} isSigned isExact className={styles.amount} />
        <span className={styles.note}>
          {t("after")} <MoneyText text={entry.balance} isExact className={styles.after} />
        </span>
      </span>
    </>
  );
}

export function LogRow({ entry }: { readonly entry: AccountLogEntry }) {
  const { account } = useApp();
  const isOpen = (id: string) => account.get()?.orders.has(id) === true;
  const to = addressOfCause(entry.cause, entry.causeId, isOpen);
  const { id, cause, causeId, createdAt: at } = entry;
  return (
    <div className={styles.line}>
      {to === null ? (
        <div className={styles.row}>
          <LogWords entry={entry} />
          <span className={styles.onward} />
        </div>
      ) : (
        <Link to={to} className={styles.row}>
          <LogWords entry={entry} />
          <ChevronRight size={16} className={styles.onward} />
        </Link>
      )}
      <VerifyButton subject={{ of: "line", id, cause, causeId, at }} look="icon" />
    </div>
  );
}
