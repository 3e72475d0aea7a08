// A member's own money in the published total, checked in this browser: what was counted, what it
// is made of, and whether it leads to the total that everybody is shown. Part of the public page
// and of the member's own proofs; nothing at all for whoever is not logged in.

import type { OwnLiability } from "@truetick/contract/proof";
import { Button, Fact, Facts, Note, useNotation, writeDecimal } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import BadgeCheck from "lucide-react/icons/badge-check";
import Clock from "lucide-react/icons/clock";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslations } from "use-intl";
import { MoneyText } from "../account/money-text.tsx";
import { useApp } from "../app/app.ts";
import { Section } from "../app/sub-screen.tsx";
import { useFailureText } from "../app/use-failure.ts";
import { useMoment } from "../app/use-moment.ts";
import type { HeadCheck } from "./check-head.ts";
import type { LeafCheck } from "./check-leaf.ts";
import styles from "./liabilities.module.css";
import { useOwnLeaf } from "./use-own-leaf.ts";

const LOOKS = {
  in: { tone: "accent", icon: BadgeCheck },
  newer: { tone: "neutral", icon: Clock },
} as const;

function useWords(): (check: LeafCheck) => string {
  const t = useTranslations("liabilities");
  const notation = useNotation();
  const write = (text: string) => `${writeDecimal(text, notation)} USD`;
  return (check) => {
    switch (check.kind) {
      case "in":
        return t("isIn", { amount: write(check.counted) });
      case "newer":
        return t("newer");
      case "absent":
        return t("faults.absent", { owed: write(check.owed) });
      case "amount":
        return t("faults.amount", { counted: write(check.counted), owed: write(check.owed) });
      case "path":
        return t("faults.path", { where: check.where });
      case "other":
        return t("faults.other");
    }
  };
}

function Verdict({ check }: { readonly check: LeafCheck }) {
  const t = useTranslations("liabilities");
  const wordsOf = useWords();
  if (check.kind === "in" || check.kind === "newer") {
    return <Note {...LOOKS[check.kind]}>{wordsOf(check)}</Note>;
  }
  return (
    <div role="alert">
      <Note tone="warn" icon={TriangleAlert}>
        <b>{t("wrong")}.</b> {wordsOf(check)}
      </Note>
    </div>
  );
}

/** Whether the total itself stands in the signed log. */
function Logged({ head }: { readonly head: HeadCheck }) {
  const t = useTranslations("liabilities");
  if (head.kind === "logged") {
    return <p className={styles.words}>{t("logged", { number: String(head.number) })}</p>;
  }
  if (head.kind === "waiting") return <p className={styles.words}>{t("loggedSoon")}</p>;
  return (
    <div role="alert">
      <Note tone="warn" icon={TriangleAlert}>
        <b>{t("wrong")}.</b> {t("faults.log")}
      </Note>
    </div>
  );
}

function OwnParts({ own }: { readonly own: OwnLiability }) {
  const t = useTranslations("liabilities");
  const moment = useMoment();
  const { leaf, cash, copying, held, day } = own;
  return (
    <>
      <p className={styles.quiet}>{t("asOf", { time: moment(day.asOf) })}</p>
      <Facts>
        <Fact name={t("cash")}>
          <MoneyText text={cash} isExact />
        </Fact>
        <Fact name={t("copying")}>
          <MoneyText text={copying} isExact />
        </Fact>
        <Fact name={t("held")}>
          <MoneyText text={held} isExact />
        </Fact>
        {leaf && (
          <Fact name={t("counted")}>
            <MoneyText text={leaf.amount} isExact className={styles.counted} />
          </Fact>
        )}
        <Fact name={t("root")}>
          <code className={styles.hash}>{day.root}</code>
        </Fact>
      </Facts>
    </>
  );
}

export function OwnLeaf() {
  const t = useTranslations("liabilities");
  const textOf = useFailureText();
  const user = useStore(useApp().session)?.user;
  const { state, check } = useOwnLeaf();
  if (!user) return null;
  if (user.isDemo) return <Section title={t("own")} text={t("onlyReal")} />;
  return (
    <Section title={t("own")}>
      <div aria-live="polite" className={styles.own}>
        {state.phase === "checked" && (
          <>
            <Verdict check={state.check} />
            <Logged head={state.head} />
            <OwnParts own={state.own} />
          </>
        )}
        {state.phase === "failed" && <p role="alert">{textOf(state.failure)}</p>}
      </div>
      <Button size="touch" isWorking={state.phase === "checking"} onClick={() => void check()}>
        {t("check")}
      </Button>
    </Section>
  );
}
