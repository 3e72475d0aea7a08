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
import { ActsBar } from "../frame/acts-bar.tsx";
import { planAsk, planReject } from "../frame/decision-plans.ts";
import type { ActPlan } from "../frame/use-acts.ts";

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
  const reject = planReject({
    t,
    about: { name },
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
  });
  const ask = planAsk({
    t,
    question: { initial: asked, lengthMax: DECISION_TEXT_LENGTH_MAX },
    request: (question) => requestAskIdentity(id, question),
  });
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
  if (shown.status !== "waiting" || !may("identity.decide")) return null;
  return (
    <ActsBar
      note={t("logged")}
      onChanged={onChanged}
      acts={[
        { label: t("approve"), shortcut: "A", kind: "primary", plan: approve },
        { label: t("ask"), shortcut: "Q", kind: "outline", plan: ask },
        { label: t("reject"), shortcut: "R", kind: "ghost", isDanger: true, plan: reject },
      ]}
    />
  );
}
