// One row of a queue: what it is about, how long it waits, whose it is, and what must be known of
// it. What is past its deadline says so in words and colour.

import { Tag } from "@truetick/ui";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { writeSpan } from "../app/moment.ts";
import { useNowSec } from "../app/use-now.ts";
import styles from "./queue-row.module.css";
import { waitOf } from "./wait.ts";

export type RowTag = {
  readonly key: string;
  readonly tone: "neutral" | "accent" | "warn" | "ok" | "danger";
  readonly text: string;
};

export function QueueRow({
  head,
  unit,
  line,
  aside,
  tags,
  createdAt,
  dueAt,
  isOpen,
}: {
  readonly head: string;
  readonly unit?: string;
  readonly line: ReactNode;
  readonly aside?: string;
  readonly tags: readonly RowTag[];
  /** Unix seconds. */
  readonly createdAt: number;
  readonly dueAt: number | null;
  /** Somebody still has to decide. */
  readonly isOpen: boolean;
}) {
  const t = useTranslations("queue");
  const nowSec = useNowSec();
  const wait = waitOf({ createdAt, dueAt, isOpen }, nowSec);
  return (
    <>
      <div className={styles.top}>
        <span className={styles.head}>
          {head}
          {unit && <span className={styles.unit}> {unit}</span>}
        </span>
        <span className={styles.age} data-state={wait.state} title={t("age")}>
          {writeSpan(wait.ageSec)}
        </span>
      </div>
      <div className={styles.line}>
        <span className={styles.words}>{line}</span>
        {aside && <span className={styles.aside}>{aside}</span>}
      </div>
      <div className={styles.tags}>
        {wait.state === "overdue" && (
          <Tag tone="danger">{t("overdue", { span: writeSpan(wait.lateSec) })}</Tag>
        )}
        {wait.state === "soon" && (
          <Tag tone="warn">{t("dueIn", { span: writeSpan(-wait.lateSec) })}</Tag>
        )}
        {tags.map(({ key, tone, text }) => (
          <span key={key} data-tone={tone}>
            <Tag tone={tone}>{text}</Tag>
          </span>
        ))}
      </div>
    </>
  );
}
