// The recovery codes, shown this once: to be copied, kept as a file, or written down.

import { Button } from "@truetick/ui";
import { saveFile } from "@truetick/ui/state";
import Download from "lucide-react/icons/download";
import { useTranslations } from "use-intl";
import { CopyButton } from "../app/copy-button.tsx";
import styles from "./security.module.css";

const FILE_NAME = "truetick-recovery-codes.txt";

function downloadText(text: string): void {
  saveFile(new Blob([text], { type: "text/plain" }), FILE_NAME);
}

export function RecoveryCodes({
  codes,
  onDone,
}: {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}) {
  const t = useTranslations("security.twoFactor");
  const words = useTranslations("words");
  const text = codes.join("\n");
  return (
    <div className={styles.form}>
      <p className={styles.text}>{t("codesText")}</p>
      <ul className={styles.codes} dir="ltr" aria-label={t("codesTitle")}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <CopyButton text={text} label={words("copy")} />
        <Button size="touch" icon={Download} onClick={() => downloadText(text)}>
          {t("download")}
        </Button>
      </div>
      <Button kind="primary" size="touch" onClick={onDone}>
        {t("codesSaved")}
      </Button>
    </div>
  );
}
