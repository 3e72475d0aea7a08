// The fields that name an account: e-mail or mobile, side by side where the platform takes both,
// and below them the one that was chosen.

import { CONTACT_KINDS } from "@truetick/contract";
import { Segment } from "@truetick/ui";
import { type Form, TextField } from "@truetick/ui/forms";
import Check from "lucide-react/icons/check";
import { useEffect } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { useResource } from "../app/resource.ts";
import { AreaField, useAreas } from "./area-field.tsx";
import { type ContactValues, isEmail } from "./contact.ts";
import styles from "./door.module.css";
import { guessAreaId } from "./guess-area.ts";

/** The part of a form that these fields need, whatever else it has. */
export type ContactForm = {
  readonly values: ContactValues;
  readonly errors: Partial<Record<keyof ContactValues, string>>;
  readonly set: (name: keyof ContactValues, value: string) => void;
  readonly text: Form<ContactValues>["text"];
};

/** A number and the country of its dial code. */
export function MobileFields({
  form,
  areRestrictedOff = false,
}: {
  readonly form: ContactForm;
  readonly areRestrictedOff?: boolean;
}) {
  const t = useTranslations("door");
  const areas = useAreas();
  const { areaId } = form.values;
  // The first list sets the guess; after that it is the reader's.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the arrival of the list guesses
  useEffect(() => {
    if (areas.length === 0 || areaId !== "") return;
    const guess = guessAreaId(areas, navigator.languages);
    const isOff = areRestrictedOff && areas.find(({ id }) => id === guess)?.isRestricted === true;
    if (guess !== "" && !isOff) form.set("areaId", guess);
  }, [areas]);
  return (
    <div className={styles.mobile}>
      <AreaField
        use="dialCode"
        name="areaId"
        areaId={areaId}
        error={form.errors.areaId}
        areRestrictedOff={areRestrictedOff}
        onChoose={(id) => form.set("areaId", id)}
      />
      <TextField
        label={t("mobileNumber")}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        dir="ltr"
        {...form.text("mobile")}
      />
    </div>
  );
}

export function ContactFields({
  form,
  areRestrictedOff = false,
  isNew = false,
}: {
  readonly form: ContactForm;
  readonly areRestrictedOff?: boolean;
  /** A new account: a check mark says that the address can be one. */
  readonly isNew?: boolean;
}) {
  const t = useTranslations("door");
  const settings = useResource(useApp().platformSettings);
  const hasMobile = settings.phase === "ready" && settings.value.isMobileShown;
  const { kind, email } = form.values;
  return (
    <>
      {hasMobile && (
        <Segment
          label={t("kind")}
          choices={CONTACT_KINDS.map((id) => ({ id, label: t(id) }))}
          chosen={kind}
          className={styles.kinds}
          onChoose={(id) => form.set("kind", id)}
        />
      )}
      {kind === "mobile" && hasMobile ? (
        <MobileFields form={form} areRestrictedOff={areRestrictedOff} />
      ) : (
        <TextField
          label={t("email")}
          type="email"
          inputMode="email"
          autoComplete={isNew ? "email" : "username"}
          dir="ltr"
          trail={isNew && isEmail(email) && <Check size={16} className={styles.fine} />}
          {...form.text("email")}
        />
      )}
    </>
  );
}
