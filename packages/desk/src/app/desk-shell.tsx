// The frame of the back office: where one is, and what must be known on every page. Only what
// exists is listed.

import { Brand, Tag } from "@truetick/ui";
import Activity from "lucide-react/icons/activity";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import styles from "./desk-shell.module.css";

export function DeskShell({ children }: { readonly children: ReactNode }) {
  const t = useTranslations("desk");
  return (
    <div className={styles.shell}>
      <aside className={styles.side}>
        <div className={styles.brand}>
          <Brand />
          <Tag>{t("desk")}</Tag>
        </div>
        <nav aria-label={t("navigation")}>
          <p className={styles.group}>{t("system")}</p>
          <a href="/desk/" className={styles.place} aria-current="page">
            <Activity size={16} strokeWidth={1.75} />
            {t("health")}
          </a>
        </nav>
      </aside>
      <main className={styles.main}>{children}</main>
    </div>
  );
}
