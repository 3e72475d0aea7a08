// What stands now and what would: the changed places first to the eye, the others beside them, so
// that nobody approves half of a thing.

import { useTranslations } from "use-intl";
import { Card } from "../frame/detail.tsx";
import { diffOf } from "./diff.ts";
import styles from "./diff-table.module.css";
import { inWords } from "./use-kind-name.ts";

export function DiffTable({
  current,
  payload,
}: {
  readonly current: unknown;
  readonly payload: unknown;
}) {
  const t = useTranslations("proposals");
  const lines = diffOf(current, payload);
  const isNew = current === null || current === undefined;
  const shown = (text: string | null) => {
    if (text === "true" || text === "false") return t(text === "true" ? "yes" : "no");
    return text === null || text === "" ? "–" : text;
  };
  return (
    <Card title={isNew ? t("new") : t("change")} isFlush>
      <table className={styles.diff} aria-label={isNew ? t("new") : t("change")}>
        <thead>
          <tr>
            <th scope="col">{t("place")}</th>
            {!isNew && <th scope="col">{t("now")}</th>}
            <th scope="col">{t("then")}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, before, after, isChanged }) => (
            <tr key={name} data-changed={isChanged && !isNew}>
              <td>
                <span className={styles.name}>{name.split(".").map(inWords).join(" · ")}</span>
              </td>
              {!isNew && <td>{shown(before)}</td>}
              <td>{isChanged || isNew ? <b>{shown(after)}</b> : t("same")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
