// What a demo account cannot do, said when it is tried: the specification's sentence, and the two
// ways to a real account.

import { buttonClass, Sheet } from "@truetick/ui";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { Link } from "../app/link.tsx";
import { Section, SubScreen } from "../app/sub-screen.tsx";
import { useReasonText } from "../languages/use-reason-text.ts";
import styles from "./real-only.module.css";

function RealOnlyWays() {
  const say = useReasonText();
  const door = useTranslations("door");
  return (
    <>
      <p role="alert">{say("ONLY_REAL")}</p>
      <div className={styles.ways}>
        <Link to="/register?from=/user" className={buttonClass("primary", "touch")}>
          {door("openAccount")}
        </Link>
        <Link to="/login?from=/user" className={buttonClass("outline", "touch")}>
          {door("logIn")}
        </Link>
      </div>
    </>
  );
}

/** What stands in place of a screen that a demo user came to by its address. */
export function RealOnlyScreen({ title }: { readonly title: string }) {
  const t = useTranslations("user");
  return (
    <SubScreen title={title} parent="/user">
      <Section title={t("realOnlyTitle")}>
        <RealOnlyWays />
      </Section>
    </SubScreen>
  );
}

export function useRealOnly(): { readonly refuse: () => void; readonly sheet: ReactNode } {
  const t = useTranslations("user");
  const door = useTranslations("door");
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const sheet = (
    <Sheet
      isOpen={isOpen}
      title={t("realOnlyTitle")}
      closeLabel={door("close")}
      place="centre"
      onClose={close}
    >
      <div className={styles.body}>
        <RealOnlyWays />
      </div>
    </Sheet>
  );
  return { refuse: () => setIsOpen(true), sheet };
}
