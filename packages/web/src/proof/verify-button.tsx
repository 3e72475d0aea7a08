// "Verify", wherever something stands that the platform has signed. Small: the checks and their
// sheet are fetched when somebody asks for them.

import { Button, IconButton } from "@truetick/ui";
import ShieldCheck from "lucide-react/icons/shield-check";
import { Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { lazyPart } from "../app/lazy-part.ts";
import type { Subject } from "./find-receipts.ts";
import styles from "./verify-button.module.css";

const VerifySheet = lazyPart(async () => (await import("./verify-sheet.tsx")).VerifySheet);

export function VerifyButton({
  subject,
  look = "words",
}: {
  readonly subject: Subject;
  /** Wide: across all of its place, for a finger. */
  readonly look?: "words" | "wide" | "icon";
}) {
  const t = useTranslations("proof.verify");
  const [isOpen, setIsOpen] = useState(false);
  const open = () => setIsOpen(true);
  return (
    <>
      {look === "icon" ? (
        <IconButton icon={ShieldCheck} label={t("action")} onClick={open} />
      ) : (
        <Button
          icon={ShieldCheck}
          size={look === "wide" ? "touch" : "regular"}
          className={styles.action}
          onClick={open}
        >
          {t("action")}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <VerifySheet subject={subject} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
