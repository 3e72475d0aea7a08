// The one act of a form at the lower edge of a phone's screen for as long as the form is in sight.

import { Button } from "@truetick/ui";
import { useTranslations } from "use-intl";
import styles from "./submit-bar.module.css";

export function SubmitBar({
  label,
  isWorking,
  isUploading = false,
}: {
  readonly label: string;
  readonly isWorking: boolean;
  readonly isUploading?: boolean;
}) {
  const t = useTranslations("deposits");
  return (
    <div className={styles.bar}>
      <Button type="submit" kind="primary" size="cta" isWorking={isWorking} disabled={isUploading}>
        {isUploading ? t("waitUpload") : label}
      </Button>
    </div>
  );
}
