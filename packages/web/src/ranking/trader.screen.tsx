// One listed trader at /rank/trader?user=alias: the record day by day, every figure, what is
// traded and how, how risky that was by the published formula, and the way to copy. Everybody may
// look; nothing here tells who it is.

import { requestTraderProfile, type TraderProfile } from "@truetick/contract/ranking";
import { buttonClass, EmptyState, Note } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import Info from "lucide-react/icons/info";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import UserRoundX from "lucide-react/icons/user-round-x";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { DottedWords } from "../app/dotted-words.tsx";
import { Link } from "../app/link.tsx";
import { ReadBody } from "../app/read-body.tsx";
import { Section, SubScreen } from "../app/sub-screen.tsx";
import { useLookingAgain } from "../app/use-looking-again.ts";
import { useRead } from "../app/use-read.ts";
import { CopyButton } from "../copy/copy-button.tsx";
import { OwnCopyingFrame } from "../copy/own-copying.tsx";
import { EquityCurve } from "./equity-curve.tsx";
import { MarketShares } from "./market-shares.tsx";
import { Fall, Percent } from "./percent.tsx";
import { RiskRule } from "./ranking-rules.tsx";
import { RiskMeter } from "./risk-meter.tsx";
import styles from "./trader.screen.module.css";
import { TraderFace } from "./trader-face.tsx";
import { TraderFigures } from "./trader-figures.tsx";

const LOOK_EVERY_MS = 60_000;

function Unknown() {
  const t = useTranslations("ranking");
  return (
    <EmptyState
      icon={UserRoundX}
      title={t("unknownTitle")}
      text={t("unknownText")}
      actions={
        <Link to="/rank" className={buttonClass("primary", "touch")}>
          {t("showAll")}
        </Link>
      }
    />
  );
}

/** What must be known before the figures. */
function Warnings({ trader }: { readonly trader: TraderProfile }) {
  const t = useTranslations("ranking.warnings");
  const warnings = [
    trader.isBlown && t("blown"),
    trader.isHedged && t("hedged"),
    trader.totalReturn === null && t("young"),
    !trader.isListed && t("left"),
  ].filter((text) => text !== false);
  return (
    <>
      {trader.isSimulated && (
        <Note tone="neutral" icon={Info}>
          {t("simulated")}
        </Note>
      )}
      {warnings.map((text) => (
        <Note key={text} tone="warn" icon={TriangleAlert}>
          {text}
        </Note>
      ))}
    </>
  );
}

function Profile({ trader }: { readonly trader: TraderProfile }) {
  const t = useTranslations("ranking");
  const columns = useTranslations("ranking.columns");
  const about = [t("age", { count: trader.days }), t("ordersOf", { count: trader.orders })];
  return (
    <>
      <div className={styles.head} data-trader={trader.alias}>
        <TraderFace trader={trader} size={48}>
          <DottedWords words={about} />
        </TraderFace>
        <dl className={styles.main}>
          <div>
            <dt>{columns("totalReturn")}</dt>
            <dd>
              <Percent ratio={trader.totalReturn} isSigned />
            </dd>
          </div>
          <div>
            <dt>{columns("drawdown")}</dt>
            <dd>
              <Fall drawdown={trader.drawdown} />
            </dd>
          </div>
        </dl>
        <div className={styles.act}>
          <OwnCopyingFrame>
            <CopyButton trader={trader} look="page" isListed={trader.isListed} />
          </OwnCopyingFrame>
        </div>
      </div>
      <Warnings trader={trader} />
      <Section title={columns("curve")}>
        <EquityCurve record={trader.record} />
      </Section>
      <div className={styles.pair}>
        <Section title={t("figures")}>
          <TraderFigures trader={trader} />
        </Section>
        <div className={styles.stack}>
          <Section title={t("markets")}>
            <MarketShares markets={trader.markets} />
          </Section>
          <Section title={columns("risk")} aside={<RiskMeter score={trader.risk} />}>
            <RiskRule score={trader.risk} />
          </Section>
        </div>
      </div>
      <p className={styles.note}>{t("note")}</p>
    </>
  );
}

export function TraderScreen() {
  const { router } = useApp();
  const titles = useTranslations("shell.titles");
  const alias = useStore(router.location).query.get("user") ?? "";
  const reading = useRead(() => requestTraderProfile(alias), alias);
  const { state, again, isAsking } = reading;
  useLookingAgain({ look: again, isAsking }, LOOK_EVERY_MS);
  const isUnknown =
    state.phase === "failed" &&
    state.failure.kind === "refused" &&
    state.failure.reason === "TRADER_UNKNOWN";
  return (
    <SubScreen title={titles("trader")} parent="/rank" width="wide">
      {alias === "" || isUnknown ? (
        <Unknown />
      ) : (
        <ReadBody reading={reading}>{(trader) => <Profile trader={trader} />}</ReadBody>
      )}
    </SubScreen>
  );
}
