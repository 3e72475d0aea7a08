// What can be done about a deposit: approve under a reference, ask, reject with a remark, or call
// it none at all. Offered only while somebody has to decide, and only to those who may.

import {
  type DepositCase,
  requestApproveDeposit,
  requestAskDeposit,
  requestInvalidateDeposit,
  requestRejectDeposit,
} from "@truetick/contract/desk";
import { useNotation } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { useMay, useStaff } from "../app/desk.ts";
import { useKeys } from "../app/use-keys.ts";
import type { HashCheck } from "../approvals/use-hash-check.ts";
import { ActButton } from "../frame/act-button.tsx";
import { ActDialog } from "../frame/act-dialog.tsx";
import { writeDeposited, writeUsd } from "../frame/amounts.ts";
import { ActionBar } from "../frame/detail.tsx";
import { type ActPlan, useActs } from "../frame/use-acts.ts";
import { isDepositOpen } from "./deposit-state.ts";

const REFERENCE_LENGTH_MAX = 120;
const REJECTIONS = ["notArrived", "amountDiffers", "unreadable"] as const;
const INVALIDATIONS = ["duplicate", "mistake", "otherPicture"] as const;

function usePlans(shown: DepositCase) {
  const t = useTranslations("deposits.acts");
  const notation = useNotation();
  const { id, hash } = shown;
  const what = writeDeposited(shown, notation);
  const usd = shown.creditUsd ?? shown.worthUsd ?? shown.expectedUsd;
  const isSecond = shown.approvedBy.length > 0;
  const remark = (presets: readonly string[]) =>
    ({
      name: "remark",
      label: t("remark"),
      hint: t("remarkHint"),
      kind: "lines",
      presets,
    }) as const;
  const approve: ActPlan = {
    title: t("approveTitle", { what }),
    text: t(shown.approvalsNeeded > 1 && !isSecond ? "approveFirst" : "approveLast", {
      usd: usd === null ? "–" : writeUsd(usd, notation),
    }),
    confirmLabel: t("approve"),
    fields: [
      {
        name: "reference",
        label: t("reference"),
        hint: t("referenceHint"),
        kind: "line",
        lengthMax: REFERENCE_LENGTH_MAX,
        initial: shown.reference,
      },
    ],
    request: ({ reference = "" }) => requestApproveDeposit({ id, hash, reference }),
    doneText: t("approved", { what }),
  };
  const reject: ActPlan = {
    title: t("rejectTitle", { what }),
    text: t("rejectText"),
    confirmLabel: t("rejectNow"),
    kind: "danger",
    fields: [remark(REJECTIONS.map((preset) => t(`presets.${preset}`)))],
    request: ({ remark: words = "" }) => requestRejectDeposit({ id, remark: words }),
    doneText: t("rejected", { what }),
  };
  const invalidate: ActPlan = {
    title: t("invalidateTitle", { what }),
    text: t("invalidateText"),
    confirmLabel: t("invalidateNow"),
    kind: "danger",
    fields: [remark(INVALIDATIONS.map((preset) => t(`presets.${preset}`)))],
    request: ({ remark: words = "" }) => requestInvalidateDeposit({ id, remark: words }),
    doneText: t("invalidated", { what }),
  };
  const ask: ActPlan = {
    title: t("askTitle"),
    text: t("askText"),
    confirmLabel: t("askNow"),
    fields: [{ name: "question", label: t("question"), kind: "lines", initial: shown.question }],
    request: ({ question = "" }) => requestAskDeposit({ id, question }),
    doneText: t("asked"),
  };
  return { approve, reject, invalidate, ask };
}

export function DepositActions({
  shown,
  check,
  onChanged,
}: {
  readonly shown: DepositCase;
  readonly check: HashCheck;
  readonly onChanged: () => void;
}) {
  const t = useTranslations("deposits.acts");
  const staff = useStaff();
  const may = useMay();
  const plans = usePlans(shown);
  const { act, begin, close } = useActs(onChanged);
  const isMine = shown.approvedBy.some(({ staffId }) => staffId === staff.id);
  const canDecide = isDepositOpen(shown.state) && may("deposits.decide");
  const canApprove = canDecide && !isMine && check !== "different" && shown.kind !== "card";
  useKeys({
    a: canApprove ? () => begin(plans.approve) : undefined,
    r: canDecide ? () => begin(plans.reject) : undefined,
    q: canDecide ? () => begin(plans.ask) : undefined,
  });
  if (!canDecide) return null;
  return (
    <ActionBar note={isMine ? t("yours") : t("logged")}>
      <ActButton
        kind="primary"
        label={t("approve")}
        shortcut="A"
        disabled={!canApprove}
        onClick={() => begin(plans.approve)}
      />
      <ActButton kind="outline" label={t("ask")} shortcut="Q" onClick={() => begin(plans.ask)} />
      <ActButton
        kind="ghost"
        isDanger
        label={t("reject")}
        shortcut="R"
        onClick={() => begin(plans.reject)}
      />
      <ActButton
        kind="ghost"
        isDanger
        label={t("invalidate")}
        onClick={() => begin(plans.invalidate)}
      />
      <ActDialog act={act} onClose={close} />
    </ActionBar>
  );
}
