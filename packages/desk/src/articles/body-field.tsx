// The field of an article's text, with the marks of its notation as buttons above it. Writes in the
// direction of its language.

import type { Language } from "@truetick/contract";
import { IMAGE_TYPES } from "@truetick/contract/cashier";
import { ARTICLE_BODY_LENGTH_MAX } from "@truetick/contract/desk";
import { type Icon, IconButton, Spinner } from "@truetick/ui";
import Bold from "lucide-react/icons/bold";
import Heading2 from "lucide-react/icons/heading-2";
import ImagePlus from "lucide-react/icons/image-plus";
import Link2 from "lucide-react/icons/link-2";
import List from "lucide-react/icons/list";
import { useId, useLayoutEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { type Mark, type Selected, withMark, withPicture } from "./article-marks.ts";
import styles from "./body-field.module.css";
import { usePictureUpload } from "./use-picture-upload.ts";

const MARKS: readonly (readonly [Mark, Icon])[] = [
  ["heading", Heading2],
  ["strong", Bold],
  ["list", List],
  ["link", Link2],
];

/** The buttons of the marks, and the picture that is uploaded first. */
function Tools({
  onMark,
  onPicture,
}: {
  readonly onMark: (mark: Mark) => void;
  readonly onPicture: (path: string) => void;
}) {
  const t = useTranslations("articles.tools");
  const file = useRef<HTMLInputElement>(null);
  const { isUploading, upload } = usePictureUpload();
  const addPicture = async (chosen: File) => {
    const path = await upload(chosen);
    if (path !== null) onPicture(path);
  };
  return (
    <div className={styles.tools} role="toolbar" aria-label={t("label")}>
      {MARKS.map(([mark, icon]) => (
        <IconButton key={mark} icon={icon} label={t(mark)} onClick={() => onMark(mark)} />
      ))}
      <IconButton
        icon={ImagePlus}
        label={t("picture")}
        disabled={isUploading}
        onClick={() => file.current?.click()}
      />
      {isUploading && (
        <span className={styles.uploading} role="status">
          <Spinner /> {t("uploading")}
        </span>
      )}
      <input
        ref={file}
        type="file"
        hidden
        name="body-picture"
        aria-label={t("picture")}
        accept={IMAGE_TYPES.join(",")}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.files?.[0];
          currentTarget.value = "";
          if (chosen) void addPicture(chosen);
        }}
      />
    </div>
  );
}

/** The text with what is selected in it, and putting another there with the cursor in its place. */
function useSelection(value: string, onValue: (value: string) => void) {
  const area = useRef<HTMLTextAreaElement>(null);
  const wanted = useRef<Selected | null>(null);
  // The page has the new text only after it was drawn; the cursor goes where the mark wants it.
  useLayoutEffect(() => {
    const next = wanted.current;
    if (!next || area.current?.value !== next.text) return;
    wanted.current = null;
    area.current.focus();
    area.current.setSelectionRange(next.start, next.end);
  });
  return {
    area,
    selected: (): Selected => ({
      text: value,
      start: area.current?.selectionStart ?? value.length,
      end: area.current?.selectionEnd ?? value.length,
    }),
    put: (next: Selected) => {
      wanted.current = next;
      onValue(next.text);
    },
  };
}

export function BodyField({
  language,
  value,
  isReadOnly,
  onValue,
}: {
  readonly language: Language;
  readonly value: string;
  readonly isReadOnly: boolean;
  readonly onValue: (value: string) => void;
}) {
  const t = useTranslations("articles");
  const id = useId();
  const { area, selected, put } = useSelection(value, onValue);
  return (
    <div className={styles.field}>
      <div className={styles.head}>
        <label htmlFor={id}>{t("body")}</label>
        <span aria-hidden="true">
          {value.length} / {ARTICLE_BODY_LENGTH_MAX}
        </span>
      </div>
      <div className={styles.well}>
        {!isReadOnly && (
          <Tools
            onMark={(mark) => put(withMark(selected(), mark, t(`marks.${mark}`)))}
            onPicture={(path) => put(withPicture(selected(), path, t("marks.picture")))}
          />
        )}
        <textarea
          ref={area}
          id={id}
          name="body"
          className={styles.text}
          rows={16}
          lang={language.tag}
          dir={language.direction}
          readOnly={isReadOnly}
          maxLength={ARTICLE_BODY_LENGTH_MAX}
          value={value}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onValue(event.currentTarget.value)}
        />
      </div>
      <p id={`${id}-hint`} className={styles.hint}>
        {t("bodyHint")}
      </p>
    </div>
  );
}
