// What is to be said about an act on an order that did not go through, or whose outcome is not
// known yet; with a way to ask again under the same key.

import { Button, Note } from "@truetick/ui";
import CircleAlert from "lucide-react/icons/circle-alert";
import ClockAlert from "lucide-react/icons/clock-alert";
import { useTranslations } from "use-intl";
import { useFailureText } from "../app/use-failure.ts";
import styles from "./act-note.module.css";
import type { OrderAct } from "./use-order-act.ts";

export function ActNote({
  act,
  isToldElsewhere = false,
}: {
  readonly act: OrderAct;
  /** A field says it already. */
  readonly isToldElsewhere?: boolean;
}) {
  const t = useTranslations("orders.act");
  const textOf = useFailureText();
  if (act.phase === "unsure") {
    return (
      <Note tone="warn" icon={ClockAlert}>
        {t("unsure")}
      </Note>
    );
  }
  if (act.phase === "unknown") {
    return (
      <div className={styles.unknown} role="alert">
        <Note tone="warn" icon={ClockAlert}>
          {t("unknown")}
        </Note>
        <Button kind="primary" size="touch" onClick={act.askAgain}>
          {t("askAgain")}
        </Button>
      </div>
    );
  }
  const text = act.failure && !isToldElsewhere ? textOf(act.failure) : null;
  if (!text) return null;
  return (
    <div role="alert">
      <Note tone="warn" icon={CircleAlert}>
        {text}
      </Note>
    </div>
  );
}
