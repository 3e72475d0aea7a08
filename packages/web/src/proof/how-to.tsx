// How a file is checked without us: one sentence and one line to type.

import { useTranslations } from "use-intl";
import { CopyButton } from "../app/copy-button.tsx";
import styles from "./verify.module.css";

const COMMAND = "npm run verify -- FILE";

export function HowTo() {
  const t = useTranslations("proof");
  const orders = useTranslations("words");
  return (
    <div className={styles.howTo}>
      <p className={styles.quiet}>{t("howTo")}</p>
      <div className={styles.command} dir="ltr">
        <code>{COMMAND}</code>
        <CopyButton text={COMMAND} label={orders("copy")} look="icon" />
      </div>
    </div>
  );
}
