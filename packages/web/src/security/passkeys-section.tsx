// The member's passkeys: which there are, adding one with the browser's own authenticator, and
// removing one after a question.

import {
  PASSKEY_NAME_LENGTH_MAX,
  type Passkey,
  requestAddPasskey,
  requestNewPasskey,
  requestPasskeys,
  requestRemovePasskey,
} from "@truetick/contract";
import { Button, ConfirmDialog, IconButton, Sheet } from "@truetick/ui";
import { TextField, useForm } from "@truetick/ui/forms";
import Fingerprint from "lucide-react/icons/fingerprint-pattern";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useApp } from "../app/app.ts";
import { ReadBody } from "../app/read-body.tsx";
import { RowWords } from "../app/row-words.tsx";
import { Section } from "../app/sub-screen.tsx";
import { useTellFailure } from "../app/use-failure.ts";
import { useMoment } from "../app/use-moment.ts";
import { useRead } from "../app/use-read.ts";
import { useReasonText } from "../languages/use-reason-text.ts";
import { hasAuthenticator, makePasskey } from "./authenticator.ts";
import styles from "./security.module.css";
import { useSensitiveWrite } from "./step-up.tsx";

function PasskeyRow({
  passkey,
  onRemove,
}: {
  readonly passkey: Passkey;
  readonly onRemove: () => void;
}) {
  const t = useTranslations("security");
  const moment = useMoment();
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <li className={styles.row}>
      <RowWords icon={Fingerprint} name={name}>
        <p className={styles.note}>
          {lastUsedAt === null
            ? t("passkeys.created", { time: moment(createdAt) })
            : t("lastUsed", { time: moment(lastUsedAt) })}
        </p>
      </RowWords>
      <IconButton icon={Trash2} label={t("passkeys.removeOne", { name })} onClick={onRemove} />
    </li>
  );
}

/** What came of adding one; null when it was done. */
function useAddPasskey(onAdded: () => void): (name: string) => Promise<void> {
  const { toasts } = useApp();
  const t = useTranslations("security.passkeys");
  const write = useSensitiveWrite();
  const tellFailure = useTellFailure();
  return async (name) => {
    const challenge = await write(requestNewPasskey());
    if (!challenge.isOk) return tellFailure(challenge.failure);
    const made = await makePasskey(challenge.value);
    if (made === null) return toasts.show({ tone: "failed", title: t("notMade") });
    const added = await write(requestAddPasskey({ ...made, name }));
    if (!added.isOk) return tellFailure(added.failure);
    toasts.show({ tone: "done", title: t("added") });
    onAdded();
  };
}

function AddForm({ onAdded }: { readonly onAdded: () => void }) {
  const t = useTranslations("security.passkeys");
  const say = useReasonText();
  const add = useAddPasskey(onAdded);
  const form = useForm({
    initial: { name: "" },
    check: ({ name }) => (name.trim() === "" ? { name: say("COMPLETE_FORM") } : {}),
    send: async ({ name }) => {
      await add(name.trim());
      return undefined;
    },
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      <p className={styles.text}>{t("addText")}</p>
      <TextField
        {...form.text("name")}
        label={t("name")}
        hint={t("nameHint")}
        maxLength={PASSKEY_NAME_LENGTH_MAX}
        autoCapitalize="sentences"
      />
      <Button type="submit" kind="primary" size="touch" isWorking={form.isSending}>
        {t("add")}
      </Button>
    </form>
  );
}

function RemoveDialog({
  passkey,
  onDone,
}: {
  readonly passkey: Passkey | null;
  readonly onDone: (isRemoved: boolean) => void;
}) {
  const { toasts } = useApp();
  const t = useTranslations("security.passkeys");
  const words = useTranslations("words");
  const write = useSensitiveWrite();
  const tellFailure = useTellFailure();
  const remove = async () => {
    if (!passkey) return;
    // The question who it is would stand behind this one.
    onDone(false);
    const answer = await write(requestRemovePasskey(passkey.id));
    if (!answer.isOk) return tellFailure(answer.failure);
    toasts.show({ tone: "done", title: t("removed") });
    onDone(true);
  };
  return (
    <ConfirmDialog
      isOpen={passkey !== null}
      title={t("removeTitle", { name: passkey?.name ?? "" })}
      confirmLabel={t("remove")}
      cancelLabel={words("cancel")}
      kind="danger"
      onConfirm={() => void remove()}
      onCancel={() => onDone(false)}
    >
      {t("removeText")}
    </ConfirmDialog>
  );
}

export function PasskeysSection() {
  const { sessionLife } = useApp();
  const t = useTranslations("security.passkeys");
  const settings = useTranslations("settings");
  const reading = useRead(requestPasskeys);
  const [isAdding, setIsAdding] = useState(false);
  const [leaving, setLeaving] = useState<Passkey | null>(null);
  const refresh = () => {
    reading.again();
    void sessionLife.refreshUser();
  };
  return (
    <Section title={t("title")} text={t("text")}>
      <ReadBody reading={reading}>
        {(passkeys) => (
          <>
            {passkeys.length > 0 && (
              <ul className={styles.rows} aria-label={t("title")}>
                {passkeys.map((passkey) => (
                  <PasskeyRow
                    key={passkey.id}
                    passkey={passkey}
                    onRemove={() => setLeaving(passkey)}
                  />
                ))}
              </ul>
            )}
            {hasAuthenticator() ? (
              <div className={styles.actions}>
                <Button size="touch" icon={Fingerprint} onClick={() => setIsAdding(true)}>
                  {t("add")}
                </Button>
              </div>
            ) : (
              <p className={styles.note}>{t("unsupported")}</p>
            )}
          </>
        )}
      </ReadBody>
      <Sheet
        isOpen={isAdding}
        title={t("add")}
        closeLabel={settings("close")}
        place="centre"
        onClose={() => setIsAdding(false)}
      >
        <AddForm
          onAdded={() => {
            setIsAdding(false);
            refresh();
          }}
        />
      </Sheet>
      <RemoveDialog
        passkey={leaving}
        onDone={(isRemoved) => {
          setLeaving(null);
          if (isRemoved) refresh();
        }}
      />
    </Section>
  );
}
