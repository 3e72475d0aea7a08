// What can be done about a proposal: another person approves exactly what is shown or rejects it;
// whoever proposed it may take it back, and what is announced may be stopped by any one of those
// who decide it.

import {
  PROPOSAL_REASON_LENGTH_MAX,
  type ProposalCase,
  requestApproveProposal,
  requestRejectProposal,
  requestWithdrawProposal,
} from "@truetick/contract/desk";
import { useTranslations } from "use-intl";
import type { HashCheck } from "../approvals/use-hash-check.ts";
import { ActsBar, type OfferedAct } from "../frame/acts-bar.tsx";
import { planReject } from "../frame/decision-plans.ts";
import type { ActPlan } from "../frame/use-acts.ts";
import { useKindName } from "./use-kind-name.ts";

function usePlans({ id, kind, hash }: ProposalCase) {
  const t = useTranslations("proposals.acts");
  const what = useKindName()(kind);
  const approve: ActPlan = {
    title: t("approveTitle", { what }),
    text: t("approveText"),
    confirmLabel: t("approve"),
    request: () => requestApproveProposal({ id, hash }),
    doneText: t("approved", { what }),
  };
  const reject = planReject({
    t,
    about: { what },
    fields: [
      {
        name: "reason",
        label: t("reason"),
        kind: "lines",
        lengthMax: PROPOSAL_REASON_LENGTH_MAX,
      },
    ],
    request: ({ reason = "" }) => requestRejectProposal({ id, reason }),
  });
  const withdraw: ActPlan = {
    title: t("withdrawTitle", { what }),
    text: t("withdrawText"),
    confirmLabel: t("withdrawNow"),
    kind: "danger",
    request: () => requestWithdrawProposal(id),
    doneText: t("withdrawn", { what }),
  };
  return { approve, reject, withdraw };
}

export function ProposalActions({
  shown,
  check,
  onChanged,
}: {
  readonly shown: ProposalCase;
  readonly check: HashCheck;
  readonly onChanged: () => void;
}) {
  const t = useTranslations("proposals.acts");
  const { approve, reject, withdraw } = usePlans(shown);
  const isOpen = shown.status === "open";
  const canDecide = isOpen && shown.canDecide && !shown.isOwn;
  if (!canDecide && !shown.canWithdraw) return null;
  const decisions: readonly OfferedAct[] = [
    {
      label: t("approve"),
      shortcut: "A",
      kind: "primary",
      disabled: check === "different",
      plan: approve,
    },
    { label: t("reject"), shortcut: "R", kind: "ghost", isDanger: true, plan: reject },
  ];
  const back: OfferedAct = { label: t("withdraw"), kind: "ghost", isDanger: true, plan: withdraw };
  return (
    <ActsBar
      note={isOpen && shown.isOwn ? t("own") : t("logged")}
      onChanged={onChanged}
      acts={canDecide ? decisions : [back]}
    />
  );
}
