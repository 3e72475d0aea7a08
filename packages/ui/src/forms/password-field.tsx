// A password: hidden until the reader wants to see it, and where a new one is chosen, with a meter
// that says in a word and four bars how hard it is to guess. Never kept, never shown elsewhere.

import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { useState } from "react";
import { classNames } from "../class-names.ts";
import styles from "./password-field.module.css";
import { type PasswordStrength, strengthOf } from "./password-strength.ts";
import { TextField, type TextFieldProps } from "./text-field.tsx";

const BARS = [1, 2, 3, 4] as const;

function Meter({ strength }: { readonly strength: PasswordStrength }) {
  return (
    <div className={styles.meter} data-strength={strength} aria-hidden="true">
      {BARS.map((bar) => (
        <span key={bar} className={classNames(styles.bar, bar <= strength && styles.on)} />
      ))}
    </div>
  );
}

export function PasswordField({
  showLabel,
  hideLabel,
  strengthLabels,
  aside,
  ...rest
}: Omit<TextFieldProps, "type" | "trail"> & {
  readonly showLabel: string;
  readonly hideLabel: string;
  /** Names the four strengths; without them there is no meter. */
  readonly strengthLabels?: readonly [string, string, string, string];
}) {
  const [isShown, setIsShown] = useState(false);
  const strength = strengthLabels ? strengthOf(rest.value) : 0;
  const word = strength > 0 && strengthLabels?.[strength - 1];
  const Shape = isShown ? EyeOff : Eye;
  return (
    <TextField
      {...rest}
      below={strengthLabels && <Meter strength={strength} />}
      type={isShown ? "text" : "password"}
      placeholder=" "
      className={classNames(!isShown && styles.hidden)}
      dir="ltr"
      aside={
        word ? (
          <span className={styles.word} data-strength={strength} role="status">
            {word}
          </span>
        ) : (
          aside
        )
      }
      trail={
        <button
          type="button"
          className={styles.reveal}
          aria-label={isShown ? hideLabel : showLabel}
          title={isShown ? hideLabel : showLabel}
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
        >
          <Shape size={18} strokeWidth={1.75} />
        </button>
      }
    />
  );
}
