// How a piece of news stands in the list: its category and its picture. Each change is saved as it
// is made.

import { LANGUAGES, type LanguageId } from "@truetick/contract";
import { IMAGE_TYPES } from "@truetick/contract/cashier";
import {
  type ArticleFile,
  type DeskNewsCategory,
  NEWS_CATEGORY_LENGTH_MAX,
  requestDressArticle,
  requestNewsCategories,
  requestSaveNewsCategory,
} from "@truetick/contract/desk";
import { Button } from "@truetick/ui";
import { Picture } from "@truetick/ui/article";
import ImagePlus from "lucide-react/icons/image-plus";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useDesk } from "../app/desk.ts";
import { useFailureText } from "../app/use-failure.ts";
import { useRead } from "../app/use-read.ts";
import { ActDialog } from "../frame/act-dialog.tsx";
import { Card } from "../frame/detail.tsx";
import { Picker } from "../frame/picker.tsx";
import { type ActPlan, useActs } from "../frame/use-acts.ts";
import styles from "./articles.module.css";
import { usePictureUpload } from "./use-picture-upload.ts";

function nameOf({ id, names }: DeskNewsCategory): string {
  return names.en ?? Object.values(names)[0] ?? id;
}

type Dress = { readonly categoryId: string; readonly picture: string };

/** Saves a change of category or picture on the version that is shown. */
function useDress(file: ArticleFile, onChanged: () => void) {
  const { server, toasts } = useDesk();
  const textOf = useFailureText();
  const [isSaving, setIsSaving] = useState(false);
  const dress = async (change: Partial<Dress>) => {
    const { id, version, categoryId, picture } = file;
    setIsSaving(true);
    const wanted = { categoryId, picture, ...change };
    const answer = await server.write(requestDressArticle({ id, version }, wanted));
    setIsSaving(false);
    if (answer.isOk) onChanged();
    else {
      const title = textOf(answer.failure);
      if (title !== null) toasts.show({ tone: "failed", title });
    }
  };
  return { isSaving, dress };
}

function usePlans(categoryId: string): { readonly add: ActPlan; readonly name: ActPlan } {
  const t = useTranslations("articles");
  const field = { name: "name", kind: "line", lengthMax: NEWS_CATEGORY_LENGTH_MAX } as const;
  const languageFrom = (text: string | undefined): LanguageId =>
    LANGUAGES.find(({ id }) => id === text)?.id ?? "en";
  const words = {
    text: t("categoryText"),
    confirmLabel: t("acts.save"),
    doneText: t("categorySaved"),
  };
  return {
    add: {
      ...words,
      title: t("newCategory"),
      fields: [{ ...field, label: t("categoryNameEnglish") }],
      request: ({ name = "" }) => requestSaveNewsCategory({ id: "", language: "en", name }),
    },
    name: {
      ...words,
      title: t("nameCategory"),
      fields: [
        {
          name: "language",
          label: t("categoryLanguage"),
          kind: "choice",
          choices: LANGUAGES.map(({ id, name }) => ({ id, label: name })),
          initial: "hk",
        },
        { ...field, label: t("categoryName") },
      ],
      request: ({ name = "", language }) =>
        requestSaveNewsCategory({ id: categoryId, language: languageFrom(language), name }),
    },
  };
}

function CategoryPart({
  categoryId,
  isReadOnly,
  onChoose,
}: {
  readonly categoryId: string;
  readonly isReadOnly: boolean;
  readonly onChoose: (id: string) => void;
}) {
  const t = useTranslations("articles");
  const reading = useRead(requestNewsCategories, "categories");
  const { act, begin, close } = useActs(reading.again);
  const { add, name } = usePlans(categoryId);
  const categories = reading.state.phase === "ready" ? reading.state.value : [];
  return (
    <div className={styles.dressPart}>
      <Picker
        isField
        label={t("category")}
        choices={categories.map((category) => ({ id: category.id, label: nameOf(category) }))}
        chosen={categoryId}
        onChoose={onChoose}
      />
      {!isReadOnly && (
        <div className={styles.acts}>
          <Button size="dense" onClick={() => begin(add)}>
            {t("newCategory")}
          </Button>
          <Button size="dense" kind="ghost" onClick={() => begin(name)}>
            {t("nameCategory")}
          </Button>
        </div>
      )}
      <ActDialog act={act} onClose={close} />
    </div>
  );
}

export function DressCard({
  file,
  isReadOnly,
  onChanged,
}: {
  readonly file: ArticleFile;
  readonly isReadOnly: boolean;
  readonly onChanged: () => void;
}) {
  const t = useTranslations("articles");
  const chooser = useRef<HTMLInputElement>(null);
  const { isSaving, dress } = useDress(file, onChanged);
  const { isUploading, upload } = usePictureUpload();
  const { picture } = file;
  const addPicture = async (chosen: File) => {
    const path = await upload(chosen);
    if (path !== null) await dress({ picture: path });
  };
  return (
    <Card title={t("dress")}>
      <div className={styles.dress}>
        <CategoryPart
          categoryId={file.categoryId}
          isReadOnly={isReadOnly}
          onChoose={(categoryId) => void dress({ categoryId })}
        />
        <div className={styles.dressPart}>
          <span className={styles.label}>{t("picture")}</span>
          {picture === "" ? (
            <p className={styles.noPicture}>{t("pictureHint")}</p>
          ) : (
            <Picture key={picture} path={picture} words="" className={styles.picture} />
          )}
          {!isReadOnly && (
            <div className={styles.acts}>
              <Button
                size="dense"
                icon={ImagePlus}
                isWorking={isUploading || isSaving}
                onClick={() => chooser.current?.click()}
              >
                {picture === "" ? t("choosePicture") : t("changePicture")}
              </Button>
              {picture !== "" && (
                <Button size="dense" kind="ghost" onClick={() => void dress({ picture: "" })}>
                  {t("removePicture")}
                </Button>
              )}
              <input
                ref={chooser}
                type="file"
                hidden
                name="picture"
                aria-label={t("choosePicture")}
                accept={IMAGE_TYPES.join(",")}
                onChange={({ currentTarget }) => {
                  const chosen = currentTarget.files?.[0];
                  currentTarget.value = "";
                  if (chosen) void addPicture(chosen);
                }}
              />
            </div>
          )}
        </div>
      </div>
    </Card>
  );
}
