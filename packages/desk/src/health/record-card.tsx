// Whether the record is whole: what the verifier found of journal, ledger, tape and logs when it
// last checked all of it, the first bad record when there is one, and a button to check now. A part
// of the health screen; asks again while a check is under way.

import {
  requestDeskVerdict,
  requestVerdict,
  requestVerification,
  type Verdict,
} from "@truetick/contract/proof";
import { Button, Fact, Facts, Note, Tag } from "@truetick/ui";
import ShieldCheck from "lucide-react/icons/shield-check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { useDesk, useMay } from "../app/desk.ts";
import { writeExactMoment } from "../app/moment.ts";
import { useFailureText } from "../app/use-failure.ts";
import { useRead } from "../app/use-read.ts";
import styles from "./health.screen.module.css";

const ASK_EVERY_MS = 5_000;
const counts = new Intl.NumberFormat("en");

function VerifyNow({ isRunning, onBegun }: { isRunning: boolean; onBegun: () => void }) {
  const t = useTranslations("health.record");
  const { server, toasts } = useDesk();
  const textOf = useFailureText();
  const [isWorking, setIsWorking] = useState(false);
  const verify = async () => {
    setIsWorking(true);
    const answer = await server.write(requestVerification());
    setIsWorking(false);
    if (!answer.isOk) {
      toasts.show({ tone: "failed", title: textOf(answer.failure) ?? t("verify") });
      return;
    }
    onBegun();
  };
  return (
    <Button
      kind="outline"
      icon={ShieldCheck}
      isWorking={isWorking || isRunning}
      onClick={() => void verify()}
    >
      {t("verify")}
    </Button>
  );
}

function Faults({ verdict }: { readonly verdict: Verdict }) {
  const t = useTranslations("health.record");
  return verdict.allBad.map(({ log, market, seq, what, detail }) => (
    <Note key={log} tone="warn" icon={TriangleAlert}>
      <b>
        {t("bad", {
          log: market === null ? log : `${log} ${market}`,
          seq,
          what: t(`what.${what}`),
        })}
      </b>{" "}
      {detail}
    </Note>
  ));
}

export function RecordCard() {
  const t = useTranslations("health.record");
  const may = useMay();
  const maySeeAll = may("audit.read");
  const { state, again } = useRead(maySeeAll ? requestDeskVerdict : requestVerdict, "verdict");
  // The check begins in a moment: asked before that, the server would say that none is under way.
  const [isBegun, setIsBegun] = useState(false);
  const isRunning = state.phase === "ready" && state.value.isRunning;
  useEffect(() => {
    if (!isRunning && !isBegun) return;
    const timer = setInterval(() => {
      setIsBegun(false);
      again();
    }, ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isRunning, isBegun, again]);
  if (state.phase !== "ready") return null;
  const verdict = state.value;
  const rows = Object.values(verdict.checked).reduce((sum, count) => sum + count, 0);
  const isKnown = verdict.finishedAt !== null;
  return (
    <section className={styles.card} data-wide="">
      <h2 className={styles.part}>{t("title")}</h2>
      <Facts>
        <Fact name={t("state")} isFigure={false}>
          <Tag tone={!isKnown ? "warn" : verdict.isWhole ? "ok" : "danger"}>
            {!isKnown ? t("unknown") : verdict.isWhole ? t("whole") : t("broken")}
          </Tag>
        </Fact>
        <Fact name={t("checkedAt")}>
          {verdict.finishedAt === null ? "–" : writeExactMoment(verdict.finishedAt)}
        </Fact>
        <Fact name={t("rows")}>{counts.format(rows)}</Fact>
        <Fact name={t("checkpoint")}>{counts.format(verdict.checkpoint)}</Fact>
      </Facts>
      <Faults verdict={verdict} />
      {maySeeAll && (
        <VerifyNow
          isRunning={isRunning || isBegun}
          onBegun={() => {
            setIsBegun(true);
            again();
          }}
        />
      )}
    </section>
  );
}
