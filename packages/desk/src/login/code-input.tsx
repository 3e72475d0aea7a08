// The six digits of a second factor.

import { TextField } from "@truetick/ui/forms";

const DIGITS = 6;

export function CodeInput({
  label,
  value,
  error,
  name,
  onValue,
}: {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly name: string;
  readonly onValue: (value: string) => void;
}) {
  return (
    <TextField
      name={name}
      label={label}
      value={value}
      error={error}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus
      dir="ltr"
      // Codes are pasted with spaces around and inside of them.
      maxLength={DIGITS + 2}
      onValue={(text) => onValue(text.replace(/\D/g, ""))}
    />
  );
}
