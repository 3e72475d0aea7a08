// The one that is looked at: its head, cards, and the acts at its foot. Everything in it is what
// the server said last.

import { Button, EmptyState, Skeleton } from "@truetick/ui";
import ArrowLeft from "lucide-react/icons/arrow-left";
import MousePointerClick from "lucide-react/icons/mouse-pointer-click";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useFailureText } from "../app/use-failure.ts";
import type { Reading } from "../app/use-read.ts";
import styles from "./detail.module.css";

/** Before anything is chosen. */
export function NothingChosen() {
  const t = useTranslations("queue");
  return (
    <div className={styles.nothing}>
      <EmptyState icon={MousePointerClick} title={t("choose")} text={t("chooseText")} />
    </div>
  );
}

/** Draws what was read once it is there. */
export function Detail<T>({
  reading,
  onBack,
  children,
}: {
  readonly reading: Reading<T>;
  readonly onBack: () => void;
  readonly children: (value: T) => ReactNode;
}) {
  const t = useTranslations("shell");
  const textOf = useFailureText();
  const { state, again } = reading;
  return (
    <>
      <div className={styles.back}>
        <Button kind="ghost" size="dense" icon={ArrowLeft} onClick={onBack}>
          {t("back")}
        </Button>
      </div>
      {state.phase === "loading" && (
        <div className={styles.scroll} role="status" aria-label={t("loading")}>
          <Skeleton width="medium" />
          <Skeleton width="long" height="tall" />
          <Skeleton width="full" height="tall" />
          <Skeleton width="full" height="tall" />
        </div>
      )}
      {state.phase === "failed" && (
        <div className={styles.nothing}>
          <EmptyState
            tone="warn"
            icon={TriangleAlert}
            title={t("failure.title")}
            text={textOf(state.failure) ?? ""}
            actions={<Button onClick={again}>{t("failure.retry")}</Button>}
          />
        </div>
      )}
      {state.phase === "ready" && children(state.value)}
    </>
  );
}

export function DetailBody({ children }: { readonly children: ReactNode }) {
  return <div className={styles.scroll}>{children}</div>;
}

export function DetailHead({
  line,
  tag,
  children,
}: {
  readonly line: ReactNode;
  readonly tag?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.head}>
      <div className={styles.title}>
        <p className={styles.small}>{line}</p>
        <h1 className={styles.large}>{children}</h1>
      </div>
      <div className={styles.tags}>{tag}</div>
    </div>
  );
}

/** Two beside each other where there is room. */
export function Columns({ children }: { readonly children: ReactNode }) {
  return <div className={styles.columns}>{children}</div>;
}

/** One under the other beside something taller. */
export function Stack({ children }: { readonly children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}

export function Card({
  title,
  aside,
  isFlush = false,
  children,
}: {
  readonly title: string;
  readonly aside?: ReactNode;
  /** What is inside reaches the edges: tables. */
  readonly isFlush?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles.card} data-flush={isFlush} aria-label={title}>
      <div className={styles.cardHead}>
        <h2>{title}</h2>
        {aside && <div className={styles.cardAside}>{aside}</div>}
      </div>
      {children}
    </section>
  );
}

/** A name and what stands there, one under the other. */
export function Lines({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.lines}>{children}</dl>;
}

export function Line({
  name,
  isStrong = false,
  isLong = false,
  children,
}: {
  readonly name: ReactNode;
  readonly isStrong?: boolean;
  /** Addresses and hashes: may break anywhere. */
  readonly isLong?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.line} data-strong={isStrong} data-long={isLong}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function ActionBar({
  note,
  children,
}: {
  readonly note?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.actions}>
      {children}
      {note && <p className={styles.note}>{note}</p>}
    </div>
  );
}
