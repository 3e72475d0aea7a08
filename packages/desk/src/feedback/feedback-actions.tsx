// What can be done about feedback: answer, which the trader is told of; take it into work or open
// it again; close it.

import { FEEDBACK_REPLY_LENGTH_MAX } from "@truetick/contract/content";
import {
  type DeskFeedbackFile,
  requestAnswerFeedback,
  requestMoveFeedback,
} from "@truetick/contract/desk";
import { useTranslations } from "use-intl";
import { useMay } from "../app/desk.ts";
import { ActsBar, type OfferedAct } from "../frame/acts-bar.tsx";
import type { ActPlan } from "../frame/use-acts.ts";

function usePlans(id: string) {
  const t = useTranslations("feedback.acts");
  const answer: ActPlan = {
    title: t("answerTitle", { id }),
    text: t("answerText"),
    confirmLabel: t("answerNow"),
    fields: [
      {
        name: "text",
        label: t("answerLabel"),
        kind: "lines",
        lengthMax: FEEDBACK_REPLY_LENGTH_MAX,
      },
    ],
    request: ({ text = "" }) => requestAnswerFeedback(id, text),
    doneText: t("answered"),
  };
  const work: ActPlan = {
    title: t("workTitle"),
    text: t("workText"),
    confirmLabel: t("work"),
    request: () => requestMoveFeedback(id, "working"),
    doneText: t("worked"),
  };
  const close: ActPlan = {
    title: t("closeTitle"),
    text: t("closeText"),
    confirmLabel: t("close"),
    kind: "danger",
    request: () => requestMoveFeedback(id, "closed"),
    doneText: t("closed"),
  };
  return { answer, work, close };
}

export function FeedbackActions({
  shown,
  onChanged,
}: {
  readonly shown: DeskFeedbackFile;
  readonly onChanged: () => void;
}) {
  const t = useTranslations("feedback.acts");
  const may = useMay();
  const { answer, work, close } = usePlans(shown.id);
  if (!may("feedback.answer")) return null;
  const isClosed = shown.status === "closed";
  const offered: readonly (OfferedAct | null)[] = [
    isClosed ? null : { label: t("answer"), shortcut: "A", kind: "primary", plan: answer },
    shown.status === "working"
      ? null
      : {
          label: shown.status === "new" ? t("work") : t("reopen"),
          shortcut: "W",
          kind: "outline",
          plan: work,
        },
    isClosed
      ? null
      : { label: t("close"), shortcut: "C", kind: "ghost", isDanger: true, plan: close },
  ];
  return (
    <ActsBar
      note={t("logged")}
      onChanged={onChanged}
      acts={offered.filter((act) => act !== null)}
    />
  );
}
