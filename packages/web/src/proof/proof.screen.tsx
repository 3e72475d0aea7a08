// Proofs at /mine/proof: what this browser remembers, my receipts, my archive, what is owed to me,
// and plainly what all this proves and what it cannot (H05, H06, H16).

import { ARCHIVE_PATH } from "@truetick/contract/proof";
import { useTranslations } from "use-intl";
import { Section, SubScreen } from "../app/sub-screen.tsx";
import { OwnLeaf } from "../liabilities/own-leaf.tsx";
import { HowTo } from "./how-to.tsx";
import styles from "./proof.screen.module.css";
import { ReceiptsSection } from "./receipt-list.tsx";
import { SaveFileButton } from "./save-file-button.tsx";
import { WatchSection } from "./watch-section.tsx";

function ArchiveSection() {
  const t = useTranslations("proof.archive");
  return (
    <Section title={t("title")} text={t("text")}>
      <div className={styles.acts}>
        <SaveFileButton path={ARCHIVE_PATH} name="truetick-archive">
          {t("action")}
        </SaveFileButton>
      </div>
      <HowTo />
    </Section>
  );
}

function MeaningSection() {
  const t = useTranslations("proof.meaning");
  return (
    <Section title={t("title")}>
      <div className={styles.meaning}>
        <p>{t("proves")}</p>
        <p>{t("cannotPay")}</p>
        <p>{t("cannotApp")}</p>
      </div>
    </Section>
  );
}

export function ProofScreen() {
  const titles = useTranslations("shell.titles");
  return (
    <SubScreen title={titles("proof")} parent="/user">
      <WatchSection />
      <ReceiptsSection />
      <ArchiveSection />
      <OwnLeaf />
      <MeaningSection />
    </SubScreen>
  );
}
