// Choosing where a withdrawal goes: the bound methods of the chosen currency. One that still rests
// can be seen and not chosen.

import type { PayoutMethod } from "@truetick/contract/cashier";
import { useId } from "react";
import { useTranslations } from "use-intl";
import { MethodCard } from "../payout-methods/method-card.tsx";
import { useNow } from "../waits/use-now.ts";
import styles from "./withdrawals.module.css";

export function MethodChoice({
  methods,
  chosenId,
  error,
  onChoose,
}: {
  readonly methods: readonly PayoutMethod[];
  readonly chosenId: string | null;
  readonly error: string | undefined;
  readonly onChoose: (id: string) => void;
}) {
  const t = useTranslations("withdrawals");
  const group = useId();
  const now = useNow();
  return (
    <fieldset className={styles.methods} aria-describedby={error ? `${group}-error` : undefined}>
      <legend className={styles.label}>{t("destination")}</legend>
      {methods.map((method) => (
        <label key={method.id} className={styles.method}>
          <input
            type="radio"
            name="method"
            className={styles.radio}
            value={method.id}
            checked={method.id === chosenId}
            disabled={method.usableAt > now}
            onChange={() => onChoose(method.id)}
          />
          <MethodCard method={method} />
        </label>
      ))}
      {error && (
        <p id={`${group}-error`} className={styles.refused} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
