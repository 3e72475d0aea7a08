// What the plans for `useActs` of several queues have alike: asking the member for more, rejecting,
// and the reference under which money moved. The texts are each queue's own, under the same names.

import type { ActField } from "./act-dialog.tsx";
import type { ActPlan } from "./use-acts.ts";

const REFERENCE_LENGTH_MAX = 120;

/** How a queue's own acts are written. */
type Write<Key extends string> = (key: Key, values?: Readonly<Record<string, string>>) => string;

export function planAsk({
  t,
  question,
  request,
}: {
  readonly t: Write<"askTitle" | "askText" | "askNow" | "question" | "asked">;
  /** What was asked before stands there to be changed. */
  readonly question: Pick<ActField, "initial" | "lengthMax">;
  readonly request: (question: string) => ReturnType<ActPlan["request"]>;
}): ActPlan {
  return {
    title: t("askTitle"),
    text: t("askText"),
    confirmLabel: t("askNow"),
    fields: [{ name: "question", label: t("question"), kind: "lines", ...question }],
    request: (texts) => request(texts.question ?? ""),
    doneText: t("asked"),
  };
}

export function planReject({
  t,
  about,
  ...rest
}: Pick<ActPlan, "fields" | "request"> & {
  readonly t: Write<"rejectTitle" | "rejectText" | "rejectNow" | "rejected">;
  /** What or who is rejected, by the name that the texts have for it. */
  readonly about: Readonly<Record<string, string>>;
}): ActPlan {
  return {
    title: t("rejectTitle", about),
    text: t("rejectText"),
    confirmLabel: t("rejectNow"),
    kind: "danger",
    ...rest,
    doneText: t("rejected", about),
  };
}

/** Under which the money came or went, outside. */
export function referenceField(t: Write<"reference" | "referenceHint">, initial = ""): ActField {
  return {
    name: "reference",
    label: t("reference"),
    hint: t("referenceHint"),
    kind: "line",
    lengthMax: REFERENCE_LENGTH_MAX,
    initial,
  };
}
