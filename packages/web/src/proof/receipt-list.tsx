// My receipts: what happened, when, with "Verify" beside each; all of them as a file.

import type { ReceiptEntry } from "@truetick/contract/proof";
import { RECEIPTS_FILE_PATH } from "@truetick/contract/proof";
import { Button } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { ReadBody } from "../app/read-body.tsx";
import { Section } from "../app/sub-screen.tsx";
import { useMoment } from "../app/use-moment.ts";
import styles from "./proof.screen.module.css";
import { wordOf } from "./receipt-words.ts";
import { SaveFileButton } from "./save-file-button.tsx";
import { useReceipts } from "./use-receipts.ts";
import { VerifyButton } from "./verify-button.tsx";

function ReceiptRow({ entry }: { readonly entry: ReceiptEntry }) {
  const t = useTranslations("proof.what");
  const moment = useMoment();
  return (
    <li className={styles.receipt}>
      <span className={styles.words}>
        <span>{t(wordOf(entry))}</span>
        <span className={styles.quiet}>
          {moment(entry.at)}
          {entry.order !== null && (
            <>
              {" · "}
              <bdi dir="ltr">{entry.order}</bdi>
            </>
          )}
        </span>
      </span>
      <VerifyButton subject={{ of: "receipt", entry }} look="icon" />
    </li>
  );
}

export function ReceiptsSection() {
  const t = useTranslations("proof.receipts");
  const words = useTranslations("words");
  const { first, older, hasMore, isLoading, loadMore } = useReceipts();
  return (
    <Section title={t("title")} text={t("text")}>
      <ReadBody reading={first}>
        {(newest) =>
          newest.length === 0 ? (
            <p className={styles.quiet}>{t("none")}</p>
          ) : (
            <>
              <ul className={styles.receipts} aria-label={t("title")}>
                {[...newest, ...older].map((entry) => (
                  <ReceiptRow key={entry.id} entry={entry} />
                ))}
              </ul>
              <div className={styles.acts}>
                {hasMore && (
                  <Button isWorking={isLoading} onClick={loadMore}>
                    {words("more")}
                  </Button>
                )}
                <SaveFileButton path={RECEIPTS_FILE_PATH} name="truetick-receipts">
                  {t("all")}
                </SaveFileButton>
              </div>
            </>
          )
        }
      </ReadBody>
    </Section>
  );
}
