// The public page of figures, at /transparency: what the verifier found, the risk in one number,
// then every figure with its formula, its window, the query behind it and its rows as a file, and
// what the house owes. The same for everyone; nobody has to log in.

import { requestTransparency, type Transparency } from "@truetick/contract/proof";
import { Note } from "@truetick/ui";
import FlaskConical from "lucide-react/icons/flask-conical";
import { useTranslations } from "use-intl";
import { ReadBody } from "../app/read-body.tsx";
import { SubScreen } from "../app/sub-screen.tsx";
import { useRead } from "../app/use-read.ts";
import { LiabilitiesPanel } from "../liabilities/liabilities-panel.tsx";
import { FigureCard } from "./figure-card.tsx";
import { RiskWarning } from "./risk-warning.tsx";
import styles from "./transparency.module.css";
import { VerdictCard } from "./verdict-card.tsx";

function Figures({ transparency }: { readonly transparency: Transparency }) {
  const t = useTranslations("transparency");
  const { figures, isSimulated } = transparency;
  return (
    <>
      {isSimulated && (
        <Note tone="warn" icon={FlaskConical}>
          {t("sandbox")}
        </Note>
      )}
      <div className={styles.cards}>
        {figures.map((figure) => (
          <FigureCard key={figure.id} figure={figure} />
        ))}
      </div>
    </>
  );
}

export function TransparencyScreen() {
  const t = useTranslations("transparency");
  const titles = useTranslations("shell.titles");
  const reading = useRead(requestTransparency);
  return (
    <SubScreen title={titles("transparency")} parent="/" width="wide">
      <p className={styles.lead}>{t("lead")}</p>
      <VerdictCard />
      <RiskWarning hasLink={false} />
      <ReadBody reading={reading}>
        {(transparency) => <Figures transparency={transparency} />}
      </ReadBody>
      <LiabilitiesPanel />
    </SubScreen>
  );
}
