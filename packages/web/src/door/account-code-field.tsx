// The code that proves an account, with its button, and the picture before it where the server asks
// for one.

import { CODE_DIGITS, type ContactKind } from "@truetick/contract";
import { CodeField, type Form } from "@truetick/ui/forms";
import { useTranslations } from "use-intl";
import { CaptchaField } from "./captcha-field.tsx";
import type { CodeSending } from "./use-code-sending.ts";

type CodeValues = { readonly code: string; readonly captcha: string };

export function AccountCodeField({
  kind,
  sending,
  form,
  onSend,
}: {
  /** Null: to the member's own address, whichever it is. */
  readonly kind: ContactKind | null;
  readonly sending: CodeSending;
  readonly form: {
    readonly text: Form<CodeValues>["text"];
    readonly errors: Partial<Record<keyof CodeValues, string>>;
    readonly set: (name: keyof CodeValues, value: string) => void;
  };
  readonly onSend: () => void;
}) {
  const t = useTranslations("door");
  const labels = { email: t("codeFromEmail"), mobile: t("codeFromSms") };
  const { captcha, button } = sending;
  return (
    <>
      {captcha.isWanted && (
        <CaptchaField
          captcha={captcha}
          error={form.errors.captcha}
          onTyped={(typed) => form.set("captcha", typed)}
        />
      )}
      <CodeField
        label={kind === null ? t("code") : labels[kind]}
        digits={CODE_DIGITS}
        sendLabel={button.sendLabel}
        isSending={button.isSending}
        canSend={button.canSend}
        hint={button.hint ?? (kind === null ? t("change.codeHint") : undefined)}
        onSend={onSend}
        {...form.text("code")}
      />
    </>
  );
}
