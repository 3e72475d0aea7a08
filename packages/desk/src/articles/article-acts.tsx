// What can be done with an article as a whole: save what is written, show it to readers now or
// later, take it back, throw a draft away. Publishing waits for saving, so that nobody publishes
// other words than those on the page.

import { languageOf } from "@truetick/contract";
import {
  type ArticleFile,
  requestPublishArticle,
  requestRemoveArticle,
  requestUnpublishArticle,
  requestUnwriteArticle,
} from "@truetick/contract/desk";
import { Button } from "@truetick/ui";
import Save from "lucide-react/icons/save";
import { type ComponentProps, useEffect, useRef } from "react";
import { useTranslations } from "use-intl";
import { useDesk } from "../app/desk.ts";
import { ActButton } from "../frame/act-button.tsx";
import { ActDialog } from "../frame/act-dialog.tsx";
import { ActionBar } from "../frame/detail.tsx";
import { type ActPlan, useActs } from "../frame/use-acts.ts";
import { keepDrafts } from "./article-draft.ts";
import type { ArticleWriting } from "./use-article-draft.ts";

/** "2026-11-15T18:30" of the field, which is UTC here, in Unix seconds. */
function momentFrom(text: string): number {
  return Math.floor(Date.parse(`${text}Z`) / 1_000);
}

function usePlans(file: ArticleFile, { language }: ArticleWriting) {
  const t = useTranslations("articles.acts");
  const { id, version } = file;
  const on = { id, version };
  const { name } = languageOf(language);
  const publish: ActPlan = {
    title: t("publishTitle"),
    text: t("publishText"),
    confirmLabel: t("publish"),
    request: () => requestPublishArticle(on, 0),
    doneText: t("published"),
  };
  const schedule: ActPlan = {
    title: t("scheduleTitle"),
    text: t("scheduleText"),
    confirmLabel: t("schedule"),
    fields: [{ name: "at", label: t("moment"), kind: "moment" }],
    request: ({ at = "" }) => requestPublishArticle(on, momentFrom(at)),
    doneText: t("scheduled"),
  };
  const unpublish: ActPlan = {
    title: t("unpublishTitle"),
    text: t("unpublishText"),
    confirmLabel: t("unpublish"),
    kind: "danger",
    request: () => requestUnpublishArticle(on),
    doneText: t("unpublished"),
  };
  const unwrite: ActPlan = {
    title: t("unwriteTitle", { language: name }),
    text: t("unwriteText"),
    confirmLabel: t("unwrite", { language: name }),
    kind: "danger",
    request: () => requestUnwriteArticle(on, language),
    doneText: t("unwritten", { language: name }),
  };
  const remove: ActPlan = {
    title: t("removeTitle"),
    text: t("removeText"),
    confirmLabel: t("remove"),
    kind: "danger",
    request: () => requestRemoveArticle(on),
    doneText: t("removed"),
  };
  return { publish, schedule, unpublish, unwrite, remove, languageName: name };
}

/** Control and S, or Command and S, wherever one types. */
function useSaveKey(save: () => void): void {
  const latest = useRef(save);
  latest.current = save;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}

type Offer = Pick<ComponentProps<typeof ActButton>, "label" | "kind" | "isDanger" | "disabled"> & {
  readonly plan: ActPlan;
};

/** What is offered of an article in its state; the region's notice only changes its words. */
function useOffers(file: ArticleFile, writing: ArticleWriting): readonly Offer[] {
  const t = useTranslations("articles.acts");
  const { publish, schedule, unpublish, unwrite, languageName } = usePlans(file, writing);
  const isUnsaved = writing.unsaved.length > 0;
  const isRegion = file.kind === "region";
  const disabled = isUnsaved || file.texts.length === 0;
  const isWritten = file.texts.some((text) => text.language === writing.language);
  const danger = { kind: "ghost", isDanger: true } as const;
  return [
    ...(isRegion || file.state === "published"
      ? []
      : [
          { label: t("publish"), kind: "outline" as const, disabled, plan: publish },
          { label: t("schedule"), kind: "outline" as const, disabled, plan: schedule },
        ]),
    ...(isRegion || file.state === "draft"
      ? []
      : [{ label: t("unpublish"), ...danger, plan: unpublish }]),
    ...(isWritten
      ? [
          {
            label: t("unwrite", { language: languageName }),
            ...danger,
            disabled: isUnsaved,
            plan: unwrite,
          },
        ]
      : []),
  ];
}

export function ArticleActs({
  file,
  writing,
  onChanged,
  onRemoved,
}: {
  readonly file: ArticleFile;
  readonly writing: ArticleWriting;
  readonly onChanged: () => void;
  readonly onRemoved: () => void;
}) {
  const t = useTranslations("articles.acts");
  const { toasts } = useDesk();
  const { remove } = usePlans(file, writing);
  const offers = useOffers(file, writing);
  const { unsaved, isSaving } = writing;
  const isUnsaved = unsaved.length > 0;
  // What is not saved was written on the version that is shown: another is not put under it.
  const lookAgain = () => (isUnsaved ? undefined : onChanged());
  const { act, begin, close } = useActs(onChanged, lookAgain);
  const gone = useActs(() => {
    keepDrafts(file.id, {});
    onRemoved();
  }, lookAgain);
  const isRegion = file.kind === "region";
  const save = () => {
    if (!isUnsaved || isSaving) return;
    void writing.save().then((isSaved) => {
      if (isSaved) toasts.show({ tone: "done", title: t("saved") });
    });
  };
  useSaveKey(save);
  return (
    <ActionBar note={isUnsaved && !isRegion ? t("saveFirst") : t("logged")}>
      <Button kind="primary" icon={Save} isWorking={isSaving} disabled={!isUnsaved} onClick={save}>
        {t("save")}
      </Button>
      {offers.map(({ plan, ...button }) => (
        <ActButton key={button.label} {...button} onClick={() => begin(plan)} />
      ))}
      {!isRegion && file.state === "draft" && (
        <ActButton kind="ghost" isDanger label={t("remove")} onClick={() => gone.begin(remove)} />
      )}
      <ActDialog act={act} onClose={close} />
      <ActDialog act={gone.act} onClose={gone.close} />
    </ActionBar>
  );
}
