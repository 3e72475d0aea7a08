// A stop that follows the price from the opening on: its distance in pips, where it stands at
// first, and what that would lose.

import { Switch } from "@truetick/ui/forms";
import { useTranslations } from "use-intl";
import type { TrailingDraft } from "./draft.ts";
import type { StopView } from "./read-draft.ts";
import styles from "./stop-field.module.css";
import { StopLine, StopOutcome } from "./stop-field.tsx";

export function TrailingField({
  trailing,
  view,
  error,
  onChange,
}: {
  readonly trailing: TrailingDraft;
  readonly view: StopView | null;
  readonly error: string | null;
  readonly onChange: (trailing: TrailingDraft) => void;
}) {
  const t = useTranslations("ticket");
  return (
    <div className={styles.stop}>
      <div className={styles.head}>
        <Switch
          isOn={trailing.isOn}
          label={t("trailing")}
          onChange={(isOn) => onChange({ ...trailing, isOn })}
        />
      </div>
      {trailing.isOn && (
        <StopLine
          name="trailing"
          label={`${t("trailing")}: ${t("ways.distance")}`}
          value={trailing.text}
          unit={t("pips")}
          error={error}
          onValue={(text) => onChange({ ...trailing, text })}
        >
          <StopOutcome view={view} by="distance" />
        </StopLine>
      )}
    </div>
  );
}
