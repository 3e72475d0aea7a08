// What the checks of this browser say of something on the screen, receipt by receipt, each check in
// plain words with a tick or with what is wrong and where.

import { Button, Note, Sheet, Spinner, Tag } from "@truetick/ui";
import { saveFile } from "@truetick/ui/state";
import type { Finding } from "@truetick/verify";
import Check from "lucide-react/icons/check";
import Clock from "lucide-react/icons/clock";
import Download from "lucide-react/icons/download";
import Info from "lucide-react/icons/info";
import RefreshCw from "lucide-react/icons/refresh-cw";
import X from "lucide-react/icons/x";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useFailureText } from "../app/use-failure.ts";
import { useMoment } from "../app/use-moment.ts";
import { useNow } from "../waits/use-now.ts";
import type { CheckedReceipt } from "./check-receipt.ts";
import type { Subject } from "./find-receipts.ts";
import { HowTo } from "./how-to.tsx";
import { wordOf } from "./receipt-words.ts";
import { type ShownReceipt, useChecked } from "./use-checked.ts";
import styles from "./verify.module.css";

function FindingLine({ finding }: { readonly finding: Finding }) {
  const t = useTranslations("proof.verify");
  const { check, isGood, where, detail } = finding;
  const Shape = isGood ? Check : X;
  const notes = [where, detail].filter((note) => note !== null);
  return (
    <li className={styles.finding} data-good={isGood}>
      <Shape size={16} strokeWidth={2.25} className={styles.mark} />
      <span>
        {t(`checks.${check}`)}
        {!isGood && notes.length > 0 && (
          <bdi dir="ltr" lang="en" className={styles.where}>
            {notes.join(": ")}
          </bdi>
        )}
      </span>
    </li>
  );
}

/** Of many findings of one check, the bad ones, or one that is good. */
function told(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(
    (finding, at) =>
      !finding.isGood || findings.findIndex(({ check }) => check === finding.check) === at,
  );
}

function Waiting({ dueMs }: { readonly dueMs: number }) {
  const t = useTranslations("proof.verify");
  const now = useNow();
  const seconds = Math.max(1, Math.ceil(dueMs / 1_000 - now));
  return (
    <p className={styles.waiting} role="status">
      <Clock size={16} strokeWidth={1.75} className={styles.mark} />
      {t("waiting", { seconds })}
    </p>
  );
}

function CheckedBody({ checked }: { readonly checked: CheckedReceipt | null }) {
  const t = useTranslations("proof.verify");
  const textOf = useFailureText();
  if (checked === null) {
    return (
      <p className={styles.waiting} role="status">
        <Spinner /> {t("working")}
      </p>
    );
  }
  if (checked.phase === "failed") return <p role="alert">{textOf(checked.failure)}</p>;
  if (checked.phase === "waiting") return <Waiting dueMs={checked.dueMs} />;
  return (
    <ul className={styles.findings}>
      {told(checked.verdict.findings).map((finding) => (
        <FindingLine
          key={`${finding.check} ${finding.where} ${finding.detail}`}
          finding={finding}
        />
      ))}
    </ul>
  );
}

function ReceiptCard({ receipt: { entry, checked } }: { readonly receipt: ShownReceipt }) {
  const t = useTranslations("proof");
  const moment = useMoment();
  const isGood = checked?.phase === "checked" ? checked.verdict.isGood : null;
  const file = checked === null || checked.phase === "failed" ? null : checked.file;
  return (
    <li className={styles.card} data-receipt={entry.id} data-good={isGood}>
      <div className={styles.head}>
        <div>
          <h3 className={styles.what}>{t(`what.${wordOf(entry)}`)}</h3>
          <p className={styles.quiet}>
            {moment(entry.at)} · <bdi dir="ltr">{entry.id}</bdi>
          </p>
        </div>
        {isGood !== null && (
          <Tag tone={isGood ? "ok" : "danger"}>{isGood ? t("verify.good") : t("verify.bad")}</Tag>
        )}
      </div>
      <CheckedBody checked={checked} />
      {file !== null && (
        <Button
          icon={Download}
          onClick={() => {
            const content = new Blob([file, "\n"], { type: "application/json" });
            saveFile(content, `truetick-receipt-${entry.id}.json`);
          }}
        >
          {t("verify.download")}
        </Button>
      )}
    </li>
  );
}

function Body({ subject }: { readonly subject: Subject }) {
  const t = useTranslations("proof");
  const quotes = useTranslations("quotes.failed");
  const textOf = useFailureText();
  const [round, setRound] = useState(0);
  const checking = useChecked(subject, round);
  if (checking.phase === "looking") return <CheckedBody checked={null} />;
  if (checking.phase === "unable") {
    return (
      <Note tone="warn" icon={Info}>
        {t("witness.noSignatures")}
      </Note>
    );
  }
  if (checking.phase === "failed") {
    return (
      <div role="alert" className={styles.failed}>
        <p>{textOf(checking.failure) ?? quotes("text")}</p>
        <Button icon={RefreshCw} onClick={() => setRound(round + 1)}>
          {quotes("retry")}
        </Button>
      </div>
    );
  }
  if (checking.receipts.length === 0) return <p className={styles.quiet}>{t("verify.none")}</p>;
  return (
    <ul className={styles.cards}>
      {checking.receipts.map((receipt) => (
        <ReceiptCard key={receipt.entry.id} receipt={receipt} />
      ))}
    </ul>
  );
}

export function VerifySheet({
  subject,
  onClose,
}: {
  readonly subject: Subject;
  readonly onClose: () => void;
}) {
  const t = useTranslations("proof.verify");
  const orders = useTranslations("orders");
  return (
    <Sheet
      isOpen
      title={t("title")}
      closeLabel={orders("close")}
      place="centre"
      height="tall"
      onClose={onClose}
    >
      <div className={styles.body}>
        <p className={styles.quiet}>{t("text")}</p>
        <Body subject={subject} />
        <HowTo />
      </div>
    </Sheet>
  );
}
