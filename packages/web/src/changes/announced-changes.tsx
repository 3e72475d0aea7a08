// What is announced of one market, on its sheet: nothing at all where nothing is.

import { requestMarketChanges } from "@truetick/contract";
import { useTranslations } from "use-intl";
import { useRead } from "../app/use-read.ts";
import styles from "./announced-changes.module.css";
import { ChangeCard } from "./change-card.tsx";

export function AnnouncedChanges({ marketId }: { readonly marketId: string }) {
  const t = useTranslations("changes");
  const { state } = useRead(() => requestMarketChanges({ marketId }), marketId);
  if (state.phase !== "ready") return null;
  const announced = state.value.changes.filter(
    (change) => change.status === "announced" && change.marketId === marketId,
  );
  if (announced.length === 0) return null;
  return (
    <section className={styles.section} aria-label={t("title")}>
      <h3 className={styles.title}>{t("title")}</h3>
      {announced.map((change) => (
        <ChangeCard key={change.id} change={change} hasSubject={false} />
      ))}
    </section>
  );
}
