// One company with everything that is said about it, and choosing it where there is a choice. The
// choice is a display preference and opens nothing (T82).

import { type Company, requestSelectCompany } from "@truetick/contract";
import { Button, buttonClass, Fact, Facts } from "@truetick/ui";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { CopyButton } from "../app/copy-button.tsx";
import { Link } from "../app/link.tsx";
import { Section } from "../app/sub-screen.tsx";
import { useTellFailure } from "../app/use-failure.ts";
import styles from "./company.module.css";
import { safeHostOf } from "./safe-link.ts";

function Website({ link }: { readonly link: string }) {
  if (safeHostOf(link) === null) return <bdi dir="ltr">{link}</bdi>;
  return (
    <a href={link} target="_blank" rel="noopener noreferrer" className={styles.link}>
      <bdi dir="ltr">{link}</bdi>
    </a>
  );
}

function ChooseButton({ company }: { readonly company: Company }) {
  const { server, toasts } = useApp();
  const t = useTranslations("companies");
  const tellFailure = useTellFailure();
  const [phase, setPhase] = useState<"idle" | "working" | "chosen">("idle");
  const choose = async () => {
    setPhase("working");
    const answer = await server.write(requestSelectCompany(company.id));
    setPhase(answer.isOk ? "chosen" : "idle");
    if (answer.isOk) toasts.show({ tone: "done", title: t("chosenNow", { name: company.name }) });
    else tellFailure(answer.failure);
  };
  return (
    <Button
      kind="primary"
      size="touch"
      isWorking={phase === "working"}
      disabled={phase === "chosen"}
      onClick={() => void choose()}
    >
      {phase === "chosen" ? t("chosen") : t("choose")}
    </Button>
  );
}

/** What was never told is a dash, so that nobody thinks it was left out by mistake. */
const UNTOLD = "–";

export function CompanyPage({
  company,
  isChoice,
}: {
  readonly company: Company;
  readonly isChoice: boolean;
}) {
  const t = useTranslations("companies");
  return (
    <Section title={company.name}>
      <Facts>
        <Fact name={t("mainCompany")} isFigure={false}>
          <bdi>{company.mainCompany || UNTOLD}</bdi>
        </Fact>
        <Fact name={t("email")} isFigure={false}>
          <span className={styles.withCopy}>
            <bdi dir="ltr">{company.email || UNTOLD}</bdi>
            {company.email && (
              <CopyButton text={company.email} label={t("copyEmail")} look="icon" />
            )}
          </span>
        </Fact>
        <Fact name={t("website")} isFigure={false}>
          {company.website ? <Website link={company.website} /> : UNTOLD}
        </Fact>
        <Fact name={t("officeAddress")} isFigure={false}>
          <bdi>{company.officeAddress || UNTOLD}</bdi>
        </Fact>
        <Fact name={t("registeredAddress")} isFigure={false}>
          <bdi>{company.registeredAddress || UNTOLD}</bdi>
        </Fact>
      </Facts>
      {isChoice && (
        <div className={styles.actions}>
          <ChooseButton company={company} />
          <Link to="/product" className={buttonClass("outline", "touch")}>
            {t("title")}
          </Link>
        </div>
      )}
    </Section>
  );
}
