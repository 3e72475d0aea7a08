// What can be done about an identity: approve, reject with a reason that the member reads, or ask.
// One person decides.

import {
  DECISION_TEXT_LENGTH_MAX,
  type IdentityCase,
  requestApproveIdentity,
  requestAskIdentity,
  requestRejectIdentity,
} from "@truetick/contract/desk";
import { useTranslations } from "use-intl";
import { useMay } from "../app/desk.ts";
import { useKeys } from "../app/use-keys.ts";
import { ActButton } from "../frame/act-button.tsx";
import { ActDialog } from "../frame/act-dialog.tsx";
import { ActionBar } from "../frame/detail.tsx";
import { type ActPlan, useActs } from "../frame/use-acts.ts";

const PRESETS = ["unreadable", "nameDiffers", "expired", "notDocument"] as const;

function usePlans({ id, name, question: asked }: IdentityCase) {
  const t = useTranslations("identity.acts");
  const approve: ActPlan = {
    title: t("approveTitle", { name }),
    text: t("approveText"),
    confirmLabel: t("approve"),
    request: () => requestApproveIdentity(id),
    doneText: t("approved", { name }),
  };
  const reject: ActPlan = {
    title: t("rejectTitle", { name }),
    text: t("rejectText"),
    confirmLabel: t("rejectNow"),
    kind: "danger",
    fields: [
      {
        name: "reason",
        label: t("reason"),
        kind: "lines",
        lengthMax: DECISION_TEXT_LENGTH_MAX,
        presets: PRESETS.map((preset) => t(`presets.${preset}`)),
      },
    ],
    request: ({ reason = "" }) => requestRejectIdentity(id, reason),
    doneText: t("rejected", { name }),
  };
  const ask: ActPlan = {
    title: t("askTitle"),
    text: t("askText"),
    confirmLabel: t("askNow"),
    fields: [
      {
        name: "question",
        label: t("question"),
        kind: "lines",
        lengthMax: DECISION_TEXT_LENGTH_MAX,
        initial: asked,
      },
    ],
    request: ({ question = "" }) => requestAskIdentity(id, question),
    doneText: t("asked"),
  };
  return { approve, reject, ask };
}

export function IdentityActions({
  shown,
  onChanged,
}: {
  readonly shown: IdentityCase;
  readonly onChanged: () => void;
}) {
  const t = useTranslations("identity.acts");
  const may = useMay();
  const { approve, reject, ask } = usePlans(shown);
  const { act, begin, close } = useActs(onChanged);
  const canDecide = shown.status === "waiting" && may("identity.decide");
  useKeys({
    a: canDecide ? () => begin(approve) : undefined,
    r: canDecide ? () => begin(reject) : undefined,
    q: canDecide ? () => begin(ask) : undefined,
  });
  if (!canDecide) return null;
  return (
    <ActionBar note={t("logged")}>
      <ActButton kind="primary" label={t("approve")} shortcut="A" onClick={() => begin(approve)} />
      <ActButton kind="outline" label={t("ask")} shortcut="Q" onClick={() => begin(ask)} />
      <ActButton
        kind="ghost"
        isDanger
        label={t("reject")}
        shortcut="R"
        onClick={() => begin(reject)}
      />
      <ActDialog act={act} onClose={close} />
    </ActionBar>
  );
}
