// The bank account to pay into, every line of it to be copied; last what the payer must write, by
// which the money is known to be his.

import type { WireOption } from "@truetick/contract/cashier";
import { Note } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { CopyButton } from "../app/copy-button.tsx";
import styles from "./wire-details.module.css";

const LINES = [
  "bankName",
  "bankAddress",
  "bankSwift",
  "payeeName",
  "payeeAccount",
  "bankRemark",
] as const satisfies readonly (keyof WireOption)[];

export function WireDetails({ option }: { readonly option: WireOption }) {
  const t = useTranslations("deposits");
  const isSandbox = useStore(useApp().live.isSimulated);
  return (
    <>
      <dl className={styles.lines}>
        {LINES.filter((line) => option[line] !== "").map((line) => (
          <div key={line} className={styles.line} data-line={line}>
            <dt>{t(`wire.${line}`)}</dt>
            <dd className={styles.value}>
              <bdi>{option[line]}</bdi>
            </dd>
            {line === "bankRemark" && <dd className={styles.hint}>{t("wire.remarkHint")}</dd>}
            <dd className={styles.copy}>
              <CopyButton
                text={option[line]}
                label={t("copyOf", { name: t(`wire.${line}`) })}
                look="icon"
              />
            </dd>
          </div>
        ))}
      </dl>
      {isSandbox && (
        <Note tone="warn" icon={TriangleAlert}>
          {t("sandboxBank")}
        </Note>
      )}
    </>
  );
}
