// The safety of the account: second factor and passkeys of members, and for everybody the open
// sessions and past logins.

import { buttonClass } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { Section, SubScreen } from "../app/sub-screen.tsx";
import { LoginsSection } from "./logins-section.tsx";
import { PasskeysSection } from "./passkeys-section.tsx";
import styles from "./security.module.css";
import { SessionsSection } from "./sessions-section.tsx";
import { StepUp } from "./step-up.tsx";
import { TwoFactorSection } from "./two-factor-section.tsx";

function PasswordSection() {
  const t = useTranslations("security.password");
  return (
    <Section title={t("title")} text={t("text")}>
      <div className={styles.actions}>
        <Link to="/mine/password" className={buttonClass("tonal", "touch")}>
          {t("change")}
        </Link>
      </div>
    </Section>
  );
}

export function SecurityScreen() {
  const titles = useTranslations("shell.titles");
  const user = useStore(useApp().session)?.user;
  return (
    <SubScreen title={titles("security")} parent="/user">
      {user && !user.isDemo && (
        <StepUp>
          <TwoFactorSection />
          <PasskeysSection />
          <PasswordSection />
        </StepUp>
      )}
      <SessionsSection />
      <LoginsSection />
    </SubScreen>
  );
}
