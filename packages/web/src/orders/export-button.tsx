// Saves the history, as it is filtered, as a CSV file: row by row with its progress, given up at
// will.

import { type HistoryFilter, ordersCsvPath } from "@truetick/contract";
import { Button, IconButton } from "@truetick/ui";
import Download from "lucide-react/icons/download";
import X from "lucide-react/icons/x";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { dayOf } from "../statements/period.ts";
import { useCsv } from "../statements/use-csv.ts";
import styles from "./export-button.module.css";

function useExport(filter: HistoryFilter | null) {
  const { toasts } = useApp();
  const t = useTranslations("orders.done");
  const { progress, save, cancel } = useCsv();
  const exportRows = async () => {
    if (!filter) return;
    await save({
      path: ordersCsvPath(filter),
      total: null,
      nameFile: () => `truetick-orders-${dayOf(new Date())}.csv`,
      onSaved: (name) => toasts.show({ tone: "done", title: t("exported", { name }) }),
    });
  };
  return { progress, save: exportRows, cancel };
}

export function ExportButton({
  filter,
  isIcon = false,
}: {
  /** Null while there is no period to export. */
  readonly filter: HistoryFilter | null;
  readonly isIcon?: boolean;
}) {
  const t = useTranslations("orders");
  const words = useTranslations("words");
  const { progress, save, cancel } = useExport(filter);
  if (progress) {
    const { rows: count, total } = progress;
    return (
      <span className={styles.progress} role="status">
        <span>{t("loaded", { count, total: total ?? count })}</span>
        <IconButton icon={X} label={words("cancel")} onClick={cancel} />
      </span>
    );
  }
  const press = () => void save();
  if (isIcon) return <IconButton icon={Download} label={t("export")} onClick={press} />;
  return (
    <Button icon={Download} disabled={filter === null} onClick={press}>
      {t("export")}
    </Button>
  );
}
