// Draws what a screen has asked for in whichever state it is: grey lines, what went wrong with a
// way to ask again, or the thing itself.

import { Button, Skeleton } from "@truetick/ui";
import RefreshCw from "lucide-react/icons/refresh-cw";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import styles from "./read-body.module.css";
import { useFailureText } from "./use-failure.ts";
import type { Reading } from "./use-read.ts";

const LINES_EXPECTED = [1, 2, 3];

export function ReadBody<T>({
  reading,
  children,
}: {
  readonly reading: Pick<Reading<T>, "state" | "again">;
  readonly children: (value: T) => ReactNode;
}) {
  const t = useTranslations("words");
  const quotes = useTranslations("quotes.failed");
  const textOf = useFailureText();
  const { state, again } = reading;
  if (state.phase === "loading") {
    return (
      <div className={styles.waiting} role="status" aria-label={t("loading")}>
        {LINES_EXPECTED.map((line) => (
          <Skeleton key={line} width="full" />
        ))}
      </div>
    );
  }
  if (state.phase === "failed") {
    return (
      <div className={styles.failed} role="alert">
        <p>{textOf(state.failure) ?? quotes("text")}</p>
        <Button icon={RefreshCw} onClick={again}>
          {quotes("retry")}
        </Button>
      </div>
    );
  }
  return children(state.value);
}
