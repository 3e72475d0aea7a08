// The field for one image: choose or drop it, see how far it is, look at it, take it away. What is
// wrong is said beside it and the picture is gone. Used for proofs of payment and for identity.

import { IMAGE_BYTES_MAX, IMAGE_TYPES } from "@truetick/contract/cashier";
import { classNames, IconButton, useNotation } from "@truetick/ui";
import { Field } from "@truetick/ui/forms";
import Check from "lucide-react/icons/check";
import ImagePlus from "lucide-react/icons/image-plus";
import X from "lucide-react/icons/x";
import { useTranslations } from "use-intl";
import styles from "./upload-field.module.css";
import { secondsLeft, writeSize } from "./upload-progress.ts";
import type { Upload, UploadState } from "./use-upload.ts";

type Shown = Exclude<UploadState, { readonly phase: "empty" }>;

function Progress({ state }: { readonly state: Extract<Shown, { readonly phase: "sending" }> }) {
  const t = useTranslations("upload");
  const { tag } = useNotation();
  const { sentBytes, totalBytes, startedAtMs } = state;
  const percent = Math.floor((sentBytes / Math.max(1, totalBytes)) * 100);
  const seconds = secondsLeft({ sentBytes, totalBytes, elapsedMs: Date.now() - startedAtMs });
  const sizes = { sent: writeSize(sentBytes, tag), total: writeSize(totalBytes, tag) };
  return (
    <>
      <progress className={styles.bar} max={100} value={percent} aria-label={t("sending")} />
      <p className={styles.note}>
        {percent >= 100 ? t("checking") : t("sent", sizes)}
        {seconds !== null && ` · ${t("left", { seconds })}`}
      </p>
    </>
  );
}

function Picture({ state, onClear }: { readonly state: Shown; readonly onClear: () => void }) {
  const t = useTranslations("upload");
  const { tag } = useNotation();
  return (
    <div className={styles.picture} data-phase={state.phase}>
      <img src={state.preview} alt="" className={styles.thumb} />
      <div className={styles.words}>
        <p className={styles.name}>
          <bdi>{state.name}</bdi>
        </p>
        {state.phase === "sending" && <Progress state={state} />}
        {state.phase === "done" && (
          <p className={classNames(styles.note, styles.done)} role="status">
            <Check size={14} strokeWidth={2} />
            {t("done", { size: writeSize(state.totalBytes, tag) })}
          </p>
        )}
      </div>
      <IconButton
        icon={X}
        label={state.phase === "sending" ? t("cancel") : t("remove")}
        onClick={onClear}
      />
    </div>
  );
}

export function UploadField({
  label,
  name,
  aside,
  error,
  hint,
  upload,
}: {
  readonly label: string;
  readonly name: string;
  /** At the end of the line of the name, such as "optional". */
  readonly aside?: string | undefined;
  /** What the form around it has to say; what the upload itself says comes first. */
  readonly error?: string | null | undefined;
  readonly hint?: string | undefined;
  readonly upload: Upload;
}) {
  const t = useTranslations("upload");
  const { tag } = useNotation();
  const { state, choose, clear } = upload;
  const problem = state.phase === "empty" ? (state.problem ?? error) : null;
  return (
    <Field
      label={label}
      aside={aside && <span className={styles.aside}>{aside}</span>}
      error={problem}
      hint={hint}
    >
      {(control) => (
        <div className={styles.place} data-wrong={Boolean(problem)}>
          {/* Over the whole place: a press opens it, and a file can be dropped on it. */}
          <input
            {...control}
            type="file"
            name={name}
            accept={IMAGE_TYPES.join(",")}
            className={classNames(styles.input, state.phase !== "empty" && styles.away)}
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0];
              // The same file can be chosen again after it was taken away.
              currentTarget.value = "";
              if (file) choose(file);
            }}
          />
          {state.phase === "empty" ? (
            <div className={styles.empty} aria-hidden="true">
              <ImagePlus size={20} strokeWidth={1.75} />
              <div>
                <p className={styles.choose}>{t("choose")}</p>
                <p className={styles.note}>
                  {t("limits", { size: writeSize(IMAGE_BYTES_MAX, tag) })}
                </p>
              </div>
            </div>
          ) : (
            <Picture state={state} onClear={clear} />
          )}
        </div>
      )}
    </Field>
  );
}
