// What can be done about a withdrawal: two people approve exactly what is shown, somebody asks or
// rejects, and where it is paid by hand, somebody says that it was paid or could not be.

import {
  requestApproveWithdrawal,
  requestAskWithdrawal,
  requestMarkPaid,
  requestRejectWithdrawal,
  requestReturnWithdrawal,
  WITHDRAWAL_REJECTIONS,
  type WithdrawalCase,
} from "@truetick/contract/desk";
import { useNotation } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { useMay, useStaff } from "../app/desk.ts";
import { useKeys } from "../app/use-keys.ts";
import type { HashCheck } from "../approvals/use-hash-check.ts";
import { ActButton } from "../frame/act-button.tsx";
import { ActDialog } from "../frame/act-dialog.tsx";
import { writeReceived, writeUsd } from "../frame/amounts.ts";
import { ActionBar } from "../frame/detail.tsx";
import { type ActPlan, useActs } from "../frame/use-acts.ts";
import { oneOf } from "../frame/use-queue.ts";
import { APPROVALS_NEEDED } from "./withdrawal-state.ts";

const REFERENCE_LENGTH_MAX = 120;

function useDecisions(shown: WithdrawalCase) {
  const t = useTranslations("withdrawals.acts");
  const notation = useNotation();
  const { id, hash } = shown;
  const what = `${writeUsd(shown.amount, notation)} USD`;
  const received = writeReceived(shown, notation);
  const isLast = shown.approvals + 1 >= APPROVALS_NEEDED;
  const approve: ActPlan = {
    title: t("approveTitle", { what }),
    text: t(isLast ? "approveLast" : "approveFirst", { received }),
    confirmLabel: isLast ? t("approveAndPay") : t("approve"),
    request: () => requestApproveWithdrawal({ id, hash }),
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
        kind: "choice",
        initial: WITHDRAWAL_REJECTIONS[0],
        choices: WITHDRAWAL_REJECTIONS.map((one) => ({ id: one, label: t(`reasons.${one}`) })),
      },
      { name: "remark", label: t("remark"), hint: t("remarkHint"), kind: "lines" },
    ],
    request: ({ reason = "", remark = "" }) =>
      requestRejectWithdrawal({
        id,
        reason: oneOf(WITHDRAWAL_REJECTIONS, reason) ?? "other",
        remark,
      }),
    doneText: t("rejected", { what }),
  };
  const ask: ActPlan = {
    title: t("askTitle"),
    text: t("askText"),
    confirmLabel: t("askNow"),
    fields: [{ name: "question", label: t("question"), kind: "lines", initial: shown.question }],
    request: ({ question = "" }) => requestAskWithdrawal({ id, question }),
    doneText: t("asked"),
  };
  return { approve, reject, ask, isLast };
}

function usePayments(shown: WithdrawalCase) {
  const t = useTranslations("withdrawals.acts");
  const notation = useNotation();
  const { id } = shown;
  const what = `${writeUsd(shown.amount, notation)} USD`;
  const received = writeReceived(shown, notation);
  const markPaid: ActPlan = {
    title: t("paidTitle", { received }),
    text: t("paidText"),
    confirmLabel: t("markPaidNow"),
    fields: [
      {
        name: "reference",
        label: t("reference"),
        hint: t("referenceHint"),
        kind: "line",
        lengthMax: REFERENCE_LENGTH_MAX,
      },
    ],
    request: ({ reference = "" }) => requestMarkPaid({ id, reference }),
    doneText: t("paid", { what }),
  };
  const giveBack: ActPlan = {
    title: t("returnTitle", { what }),
    text: t("returnText"),
    confirmLabel: t("returnNow"),
    kind: "danger",
    fields: [{ name: "remark", label: t("remark"), hint: t("remarkHint"), kind: "lines" }],
    request: ({ remark = "" }) => requestReturnWithdrawal({ id, remark }),
    doneText: t("returned", { what }),
  };
  return { markPaid, giveBack };
}

type BarProps = { readonly shown: WithdrawalCase; readonly onChanged: () => void };

function ReviewBar({ shown, check, onChanged }: BarProps & { readonly check: HashCheck }) {
  const t = useTranslations("withdrawals.acts");
  const staff = useStaff();
  const { approve, reject, ask, isLast } = useDecisions(shown);
  const { act, begin, close } = useActs(onChanged);
  const isMine = shown.approvedBy.some(({ staffId }) => staffId === staff.id);
  const canApprove = !isMine && check !== "different";
  useKeys({
    a: canApprove ? () => begin(approve) : undefined,
    r: () => begin(reject),
    q: () => begin(ask),
  });
  return (
    <ActionBar note={isMine ? t("yours") : t("logged")}>
      <ActButton
        kind="primary"
        label={isLast ? t("approveAndPay") : t("approve")}
        shortcut="A"
        disabled={!canApprove}
        onClick={() => begin(approve)}
      />
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

function PaymentBar({ shown, onChanged }: BarProps) {
  const t = useTranslations("withdrawals.acts");
  const { markPaid, giveBack } = usePayments(shown);
  const { act, begin, close } = useActs(onChanged);
  useKeys({ p: () => begin(markPaid) });
  return (
    <ActionBar note={t("logged")}>
      <ActButton
        kind="primary"
        label={t("markPaid")}
        shortcut="P"
        onClick={() => begin(markPaid)}
      />
      <ActButton kind="ghost" isDanger label={t("return")} onClick={() => begin(giveBack)} />
      <ActDialog act={act} onClose={close} />
    </ActionBar>
  );
}

export function WithdrawalActions(props: BarProps & { readonly check: HashCheck }) {
  const may = useMay();
  const { shown } = props;
  if (!may("withdrawals.decide")) return null;
  if (shown.status === "reviewing") return <ReviewBar {...props} />;
  return shown.canMarkPaid ? <PaymentBar {...props} /> : null;
}
