// Changing how a follow copies from now on. Copies that are open keep their size.

import { type Follow, requestChangeFollow } from "@truetick/contract/copying";
import { Button, Sheet, useNotation } from "@truetick/ui";
import { useForm } from "@truetick/ui/forms";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { usePlaceFailure } from "../app/use-place-failure.ts";
import { shortDecimal } from "../deposits/deposit-amount.ts";
import { beginWrite } from "../orders/write-once.ts";
import { typedForm } from "../ticket/read-number.ts";
import { readTerms } from "./copy-terms.ts";
import styles from "./sheets.module.css";
import { SizeTermFields, StopTermField } from "./term-fields.tsx";
import { useStopHint } from "./use-stop-hint.ts";
import { useTermProblems } from "./use-term-problems.ts";

type ChangeSheetProps = {
  readonly follow: Follow;
  readonly onDone: (follow: Follow) => void;
  readonly onClose: () => void;
};

function ChangeForm({ follow, onDone, onClose }: ChangeSheetProps) {
  const { server, toasts } = useApp();
  const t = useTranslations("copy");
  const words = useTranslations("words");
  const notation = useNotation();
  const problemsOf = useTermProblems();
  const placeFailure = usePlaceFailure();
  const form = useForm({
    initial: {
      factor: typedForm(shortDecimal(follow.factor), notation),
      stop: follow.stopPercent === null ? "" : String(follow.stopPercent),
      lots: follow.lotsMax === null ? "" : typedForm(follow.lotsMax, notation),
    },
    check: problemsOf,
    send: async (typed) => {
      const { terms } = readTerms(typed, notation);
      const answer = await beginWrite(server, requestChangeFollow(follow.id, terms)).send();
      if (!answer.isOk) return placeFailure(answer.failure, {});
      toasts.show({ tone: "done", title: words("saved") });
      onDone(answer.value);
      onClose();
      return undefined;
    },
  });
  const stopHint = useStopHint(follow.amount, readTerms(form.values, notation).terms.stopPercent);
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      <div className={styles.fields}>
        <p className={styles.quiet}>{t("changeText")}</p>
        <StopTermField text={form.text} hint={stopHint} />
        <SizeTermFields text={form.text} />
      </div>
      <div className={styles.foot}>
        <Button type="submit" kind="primary" size="cta" isWorking={form.isSending}>
          {words("save")}
        </Button>
      </div>
    </form>
  );
}

export function ChangeSheet(props: ChangeSheetProps) {
  const t = useTranslations("copy.acts");
  const settings = useTranslations("settings");
  return (
    <Sheet
      isOpen
      title={t("change")}
      closeLabel={settings("close")}
      place="centre"
      onClose={props.onClose}
    >
      <ChangeForm {...props} />
    </Sheet>
  );
}
