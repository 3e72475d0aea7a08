// A form as state: what was typed, what is wrong with it, and whether it is under way. Keeps what
// was typed after an error, says what is wrong beside the field, and puts the focus there. A field
// is checked when it is left and has something in it; all of them when the form is sent.

import { type SyntheticEvent, useLayoutEffect, useRef, useState } from "react";

export type FormValues = Readonly<Record<string, string | boolean>>;
export type FieldErrors<Values extends FormValues> = Partial<Record<keyof Values & string, string>>;

export type FormRules<Values extends FormValues> = {
  readonly initial: Values;
  /** What is wrong, as far as a page can tell; empty when it can be sent. */
  readonly check: (values: Values) => FieldErrors<Values>;
  /** Sends it; answers what the other side finds wrong, if it belongs beside a field. */
  readonly send: (values: Values) => Promise<FieldErrors<Values> | undefined>;
};

export type Form<Values extends FormValues> = {
  readonly values: Values;
  readonly errors: FieldErrors<Values>;
  readonly isSending: boolean;
  readonly set: <Name extends keyof Values & string>(name: Name, value: Values[Name]) => void;
  readonly showErrors: (errors: FieldErrors<Values>) => void;
  /** For the form's own `onSubmit`. */
  readonly submit: (event: SyntheticEvent<HTMLFormElement>) => void;
  /** What a text field needs: name, value, error, and what to call. */
  readonly text: (name: keyof Values & string) => {
    readonly name: string;
    readonly value: string;
    readonly error: string | undefined;
    readonly onValue: (value: string) => void;
    readonly onBlur: () => void;
  };
};

/** A press that goes on has been forgotten by the browser after this long. */
const PRESS_MAX_MS = 1_000;

/**
 * Runs it now, or, while something is being pressed, once that is over: a line that appears under
 * a field moves what is below it, and a press must end on what it began on.
 */
function afterPress(run: () => void): void {
  if (document.querySelector(":active") === null) {
    run();
    return;
  }
  const end = () => {
    clearTimeout(timer);
    window.removeEventListener("mouseup", over, true);
    run();
  };
  const over = () => setTimeout(end);
  const timer = setTimeout(end, PRESS_MAX_MS);
  window.addEventListener("mouseup", over, { capture: true, once: true });
}

/** The first field, as they stand on the page, that something is wrong with. */
function focusFirst(form: HTMLFormElement, names: readonly string[]): void {
  const wrong = [...form.elements].find((element) => {
    const name = element.getAttribute("name");
    return name !== null && names.includes(name);
  });
  if (wrong instanceof HTMLElement) wrong.focus();
}

function hasAny(errors: object): boolean {
  return Object.values(errors).some(Boolean);
}

export function useForm<Values extends FormValues>({
  initial,
  check,
  send,
}: FormRules<Values>): Form<Values> {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<FieldErrors<Values>>({});
  const [isSending, setIsSending] = useState(false);
  // Two submits may come before a render: the second finds the first under way.
  const isUnderWay = useRef(false);
  const latest = useRef({ values, check });
  useLayoutEffect(() => {
    latest.current = { values, check };
  });

  function checkLeft(name: keyof Values & string): void {
    const now = latest.current;
    const found = now.values[name] === "" ? undefined : now.check(now.values)[name];
    if (found) setErrors((before) => ({ ...before, [name]: found }));
  }

  const set: Form<Values>["set"] = (name, value) => {
    setValues((before) => ({ ...before, [name]: value }));
    setErrors((before) => ({ ...before, [name]: undefined }));
  };

  async function run(form: HTMLFormElement): Promise<void> {
    const show = (found: FieldErrors<Values>) => {
      setErrors(found);
      if (hasAny(found))
        focusFirst(
          form,
          Object.keys(found).filter((name) => found[name]),
        );
    };
    const wrong = check(values);
    show(wrong);
    if (hasAny(wrong)) return;
    isUnderWay.current = true;
    setIsSending(true);
    try {
      show((await send(values)) ?? {});
    } finally {
      isUnderWay.current = false;
      setIsSending(false);
    }
  }

  return {
    values,
    errors,
    isSending,
    set,
    showErrors: setErrors,
    submit(event) {
      event.preventDefault();
      if (!isUnderWay.current) void run(event.currentTarget);
    },
    text: (name) => ({
      name,
      value: String(values[name] ?? ""),
      error: errors[name],
      // The caller's own names: a text is what stands under this one.
      onValue: (value) => set(name, value as Values[typeof name]),
      onBlur: () => afterPress(() => checkLeft(name)),
    }),
  };
}
