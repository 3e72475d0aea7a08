// The frame of the screens at the door: on a phone a head with the way back and the language, the
// form, and what is done with it at the foot of the screen; on a desktop one card in the middle.
// Everything is one form, so that Enter sends it from any field.

import { Brand, IconButton } from "@truetick/ui";
import { useStore } from "@truetick/ui/state";
import ArrowLeft from "lucide-react/icons/arrow-left";
import Languages from "lucide-react/icons/languages";
import type { ReactNode, SyntheticEvent } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { Link } from "../app/link.tsx";
import { useLeave } from "../app/use-leave.ts";
import styles from "./door-frame.module.css";

export function DoorFrame({
  title,
  lead,
  children,
  foot,
  backTo = "/",
  onSubmit,
}: {
  readonly title: string;
  /** One sentence under the title. */
  readonly lead?: string;
  readonly children: ReactNode;
  readonly foot: ReactNode;
  /** Where the way back leads for whoever came from outside. */
  readonly backTo?: string;
  readonly onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void;
}) {
  const { preferences } = useApp();
  const t = useTranslations("door");
  const { language } = useStore(preferences);
  const leave = useLeave(backTo);
  const backAt = (className: string | undefined) => (
    <IconButton icon={ArrowLeft} label={t("back")} className={className} onClick={leave} />
  );
  return (
    <div className={styles.place}>
      <header className={styles.head}>
        {backAt(styles.back)}
        <Brand />
        <Link to="/language" className={styles.language}>
          <Languages size={18} strokeWidth={1.75} />
          {language.name}
        </Link>
      </header>
      {/* The browser's own bubbles would say it a second time, in its own words. */}
      <form className={styles.card} noValidate onSubmit={onSubmit} method="post">
        <div className={styles.body}>
          <div className={styles.top}>
            {backTo !== "/" && backAt(styles.cardBack)}
            <h1 className={styles.title}>{title}</h1>
          </div>
          {lead && <p className={styles.lead}>{lead}</p>}
          {children}
        </div>
        <div className={styles.foot}>{foot}</div>
      </form>
    </div>
  );
}
