// What forms are made of. Apart from the package's front door, so that a page without a form does
// not carry it.

export { Checkbox } from "./checkbox.tsx";
export { CodeField } from "./code-field.tsx";
export { Field } from "./field.tsx";
export type { PickerChoice } from "./match-choices.ts";
export { PasswordField } from "./password-field.tsx";
export { PickerField, type PickerTexts } from "./picker-field.tsx";
export { SelectField } from "./select-field.tsx";
export { StepperField } from "./stepper-field.tsx";
export { Switch } from "./switch.tsx";
export { TextArea } from "./text-area.tsx";
export { TextField } from "./text-field.tsx";
export { useCountdown } from "./use-countdown.ts";
export { type FieldErrors, type Form, type FormValues, useForm } from "./use-form.ts";
