// What a demo account cannot do, said when it is tried: the specification's sentence, and the two
// ways to a real account.

import { buttonClass, Sheet } from "@truetick/ui";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { Link } from "../app/link.tsx";
import { useReasonText } from "../languages/use-reason-text.ts";
import styles from "./real-only.module.css";

export function useRealOnly(): { readonly refuse: () => void; readonly sheet: ReactNode } {
  const say = useReasonText();
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
        <p role="alert">{say("ONLY_REAL")}</p>
        <div className={styles.ways}>
          <Link to="/register?from=/user" className={buttonClass("primary", "touch")}>
            {door("openAccount")}
          </Link>
          <Link to="/login?from=/user" className={buttonClass("outline", "touch")}>
            {door("logIn")}
          </Link>
        </div>
      </div>
    </Sheet>
  );
  return { refuse: () => setIsOpen(true), sheet };
}
