// What one agrees to, and the terms behind the word, in plain language. The risk and the countries
// where the service is not offered stand on the page itself: nobody has to open anything to know.

import type { PlatformSettings } from "@truetick/contract";
import { Note, Sheet, useNotation } from "@truetick/ui";
import { Checkbox, type Form } from "@truetick/ui/forms";
import Info from "lucide-react/icons/info";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { nameCountries } from "../announcements/name-countries.ts";
import doorStyles from "../door/door.module.css";
import styles from "./register.screen.module.css";
import type { RegistrationValues } from "./registration-form.ts";

const TERMS = ["leverage", "balance", "costs", "prices", "money"] as const;

function TermsSheet({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const t = useTranslations("door");
  return (
    <Sheet
      isOpen={isOpen}
      title={t("terms.title")}
      closeLabel={t("close")}
      place="centre"
      onClose={onClose}
    >
      <ul className={styles.terms}>
        {TERMS.map((term) => (
          <li key={term}>{t(`terms.${term}`)}</li>
        ))}
      </ul>
    </Sheet>
  );
}

export function RiskNote({ settings }: { readonly settings: PlatformSettings }) {
  const t = useTranslations("door.register");
  const { tag } = useNotation();
  const { restrictedAreas } = settings;
  return (
    <Note tone="neutral" icon={Info}>
      {t("risk")}{" "}
      {restrictedAreas.length > 0 && t("regions", { regions: nameCountries(restrictedAreas, tag) })}
    </Note>
  );
}

export function Agreement({ form }: { readonly form: Form<RegistrationValues> }) {
  const t = useTranslations("door.register");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Checkbox
        name="hasAgreed"
        isChecked={form.values.hasAgreed}
        error={form.errors.hasAgreed}
        onChange={(hasAgreed) => form.set("hasAgreed", hasAgreed)}
      >
        {t.rich("agree", {
          terms: (words) => (
            <button type="button" className={doorStyles.way} onClick={() => setIsOpen(true)}>
              {words}
            </button>
          ),
        })}
      </Checkbox>
      <TermsSheet isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
