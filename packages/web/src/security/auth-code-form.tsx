// Asks for a code of the authenticator and sends it with what it is for. Asks who it is first where
// the server wants to know; a wrong code is told beside the field.

import type { WriteRequest } from "@truetick/contract";
import { Button } from "@truetick/ui";
import { TextField, useForm } from "@truetick/ui/forms";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { usePlaceFailure } from "../app/use-place-failure.ts";
import { useReasonText } from "../languages/use-reason-text.ts";
import styles from "./security.module.css";
import { useSensitiveWrite } from "./step-up.tsx";

export function AuthCodeForm<T>({
  text,
  action,
  kind = "primary",
  isOfApp = false,
  request,
  children,
  onDone,
}: {
  readonly text: string;
  /** The act by its own name. */
  readonly action: string;
  readonly kind?: "primary" | "danger";
  /** Only a code of the app will do; else a recovery code may stand in for it. */
  readonly isOfApp?: boolean;
  readonly request: (code: string) => WriteRequest<T>;
  readonly children?: ReactNode;
  readonly onDone: (value: T) => void;
}) {
  const t = useTranslations("security.twoFactor");
  const say = useReasonText();
  const write = useSensitiveWrite();
  const placeFailure = usePlaceFailure();
  const form = useForm({
    initial: { code: "" },
    check: ({ code }) => (code.trim() === "" ? { code: say("CODE_REQUIRED") } : {}),
    send: async ({ code }) => {
      const answer = await write(request(code.replaceAll(" ", "")));
      if (!answer.isOk) return placeFailure(answer.failure, { AUTH_CODE_WRONG: "code" });
      onDone(answer.value);
      return undefined;
    },
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      <p className={styles.text}>{text}</p>
      {children}
      <TextField
        {...form.text("code")}
        label={isOfApp ? t("appCode") : t("anyCode")}
        dir="ltr"
        inputMode={isOfApp ? "numeric" : "text"}
        autoComplete="one-time-code"
        maxLength={32}
      />
      <Button type="submit" kind={kind} size="touch" isWorking={form.isSending}>
        {action}
      </Button>
    </form>
  );
}
