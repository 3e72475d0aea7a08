// A page that is one thing and no queue beside it: it fills the place, its acts stand at its foot,
// and where it was opened from a list the way back is above it.

import { Button } from "@truetick/ui";
import ArrowLeft from "lucide-react/icons/arrow-left";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { Reading } from "../app/use-read.ts";
import { Detail } from "./detail.tsx";
import styles from "./whole-page.module.css";

export function WholePage<T>({
  reading,
  onBack,
  children,
}: {
  readonly reading: Reading<T>;
  /** Null: it is the place itself. */
  readonly onBack: (() => void) | null;
  readonly children: (value: T) => ReactNode;
}) {
  const t = useTranslations("shell");
  return (
    <div className={styles.page}>
      {onBack && (
        <div className={styles.back}>
          <Button kind="ghost" size="dense" icon={ArrowLeft} onClick={onBack}>
            {t("back")}
          </Button>
        </div>
      )}
      <Detail reading={reading} onBack={onBack ?? NOWHERE}>
        {children}
      </Detail>
    </div>
  );
}

const NOWHERE = () => undefined;
