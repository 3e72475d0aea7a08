// What can be done about a proposal: another person approves exactly what is shown or rejects it;
// whoever proposed it may take it back.

import {
  PROPOSAL_REASON_LENGTH_MAX,
  type ProposalCase,
  requestApproveProposal,
  requestRejectProposal,
  requestWithdrawProposal,
} from "@truetick/contract/desk";
import { useTranslations } from "use-intl";
import { useKeys } from "../app/use-keys.ts";
import type { HashCheck } from "../approvals/use-hash-check.ts";
import { ActButton } from "../frame/act-button.tsx";
import { ActDialog } from "../frame/act-dialog.tsx";
import { ActionBar } from "../frame/detail.tsx";
import { type ActPlan, useActs } from "../frame/use-acts.ts";
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
  const reject: ActPlan = {
    title: t("rejectTitle", { what }),
    text: t("rejectText"),
    confirmLabel: t("rejectNow"),
    kind: "danger",
    fields: [
      {
        name: "reason",
        label: t("reason"),
        kind: "lines",
        lengthMax: PROPOSAL_REASON_LENGTH_MAX,
      },
    ],
    request: ({ reason = "" }) => requestRejectProposal({ id, reason }),
    doneText: t("rejected", { what }),
  };
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
  const { act, begin, close } = useActs(onChanged);
  const isOpen = shown.status === "open";
  const canDecide = isOpen && shown.canDecide && !shown.isOwn;
  // Announced and not yet in force, it can still be taken back.
  const canWithdraw = shown.isOwn && (isOpen || shown.status === "approved");
  const canApprove = canDecide && check !== "different";
  useKeys({
    a: canApprove ? () => begin(approve) : undefined,
    r: canDecide ? () => begin(reject) : undefined,
  });
  if (!canDecide && !canWithdraw) return null;
  return (
    <ActionBar note={shown.isOwn ? t("own") : t("logged")}>
      {canDecide && (
        <>
          <ActButton
            kind="primary"
            label={t("approve")}
            shortcut="A"
            disabled={!canApprove}
            onClick={() => begin(approve)}
          />
          <ActButton
            kind="ghost"
            isDanger
            label={t("reject")}
            shortcut="R"
            onClick={() => begin(reject)}
          />
        </>
      )}
      {canWithdraw && (
        <ActButton kind="ghost" isDanger label={t("withdraw")} onClick={() => begin(withdraw)} />
      )}
      <ActDialog act={act} onClose={close} />
    </ActionBar>
  );
}
