// A number that is typed or stepped: minus and plus at its ends, 44 px each. What a step leads to
// and whether there is one is the caller's; the field only asks for it.

import Minus from "lucide-react/icons/minus";
import Plus from "lucide-react/icons/plus";
import { Field, type FieldFrameProps } from "./field.tsx";
import styles from "./stepper-field.module.css";

export function StepperField({
  value,
  name,
  fewerLabel,
  moreLabel,
  canStepDown,
  canStepUp,
  onValue,
  onStep,
  ...frame
}: FieldFrameProps & {
  readonly value: string;
  readonly name?: string;
  readonly fewerLabel: string;
  readonly moreLabel: string;
  readonly canStepDown: boolean;
  readonly canStepUp: boolean;
  readonly onValue: (value: string) => void;
  readonly onStep: (direction: 1 | -1) => void;
}) {
  return (
    <Field {...frame}>
      {(control) => (
        <div className={styles.stepper} data-wrong={Boolean(frame.error)}>
          <button
            type="button"
            className={styles.step}
            aria-label={fewerLabel}
            disabled={!canStepDown}
            onClick={() => onStep(-1)}
          >
            <Minus size={18} />
          </button>
          <input
            {...control}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            dir="ltr"
            maxLength={16}
            name={name}
            className={styles.input}
            value={value}
            onChange={(event) => onValue(event.currentTarget.value)}
          />
          <button
            type="button"
            className={styles.step}
            aria-label={moreLabel}
            disabled={!canStepUp}
            onClick={() => onStep(1)}
          >
            <Plus size={18} />
          </button>
        </div>
      )}
    </Field>
  );
}
