// How long a pending order waits, and the moment that means by the reader's own clock.

import { useNotation } from "@truetick/ui";
import { SelectField, TextField } from "@truetick/ui/forms";
import { useTranslations } from "use-intl";
import { EXPIRY_KINDS, type ExpiryDraft, momentText } from "./expiry.ts";
import styles from "./ticket-form.module.css";

/** What a field for date and time begins with: tomorrow at this time. */
const FIRST_MOMENT_MS = 86_400_000;

export function ExpiryField({
  expiry,
  expiresAt,
  error,
  onChange,
}: {
  readonly expiry: ExpiryDraft;
  /** Unix seconds; null: never, or not told yet. */
  readonly expiresAt: number | null;
  readonly error: string | undefined;
  readonly onChange: (expiry: ExpiryDraft) => void;
}) {
  const t = useTranslations("ticket");
  const { tag } = useNotation();
  const format = new Intl.DateTimeFormat(tag, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  });
  const isMoment = expiry.kind === "moment";
  const choose = (id: string) => {
    const kind = EXPIRY_KINDS.find((each) => each === id) ?? "gtc";
    const first = kind === "moment" && expiry.moment === "";
    const moment = first ? momentText(Date.now() + FIRST_MOMENT_MS) : expiry.moment;
    onChange({ kind, moment });
  };
  return (
    <div className={styles.expiry} data-moment={isMoment}>
      <SelectField
        label={t("expiry")}
        name="expiry"
        aside={!isMoment && expiresAt !== null && format.format(expiresAt * 1_000)}
        choices={EXPIRY_KINDS.map((kind) => ({ id: kind, label: t(`expiries.${kind}`) }))}
        chosen={expiry.kind}
        error={isMoment ? undefined : error}
        onChoose={choose}
      />
      {isMoment && (
        <TextField
          label={t("expiryMoment")}
          name="expiryMoment"
          type="datetime-local"
          min={momentText(Date.now())}
          value={expiry.moment}
          error={error}
          onValue={(moment) => onChange({ ...expiry, moment })}
        />
      )}
    </div>
  );
}
