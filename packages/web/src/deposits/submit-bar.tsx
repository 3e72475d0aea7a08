// The one act of a form at the lower edge of a phone's screen for as long as the form is in sight.

import { Button, useNotation, writeDecimal } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { ltrText } from "../app/ltr-text.ts";
import styles from "./submit-bar.module.css";

export function SubmitBar({
  act = "submit",
  amount,
  currencyCode,
  isWorking,
  isUploading = false,
}: {
  /** Reports what was sent, or goes on to pay. */
  readonly act?: "submit" | "pay";
  /** A plain decimal that can be paid in; null: none yet. */
  readonly amount: string | null;
  readonly currencyCode: string;
  readonly isWorking: boolean;
  readonly isUploading?: boolean;
}) {
  const t = useTranslations("deposits");
  const user = useTranslations("user");
  const notation = useNotation();
  const name =
    amount === null
      ? user("deposit")
      : t(act, { amount: ltrText(`${writeDecimal(amount, notation)} ${currencyCode}`) });
  return (
    <div className={styles.bar}>
      <Button type="submit" kind="primary" size="cta" isWorking={isWorking} disabled={isUploading}>
        {isUploading ? t("waitUpload") : name}
      </Button>
    </div>
  );
}
