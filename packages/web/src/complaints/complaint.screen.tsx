// Where to complain, at /mine/email: an address, and what to write.

import { useTranslations } from "use-intl";
import { Section, SubScreen } from "../app/sub-screen.tsx";
import { ComplaintAddress } from "./complaint-address.tsx";

export function ComplaintScreen() {
  const t = useTranslations("complaint");
  const titles = useTranslations("shell.titles");
  return (
    <SubScreen title={titles("email")} parent="/">
      <Section title={t("title")} text={t("text")}>
        <ComplaintAddress />
      </Section>
    </SubScreen>
  );
}
