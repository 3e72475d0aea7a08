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
import type { HashCheck } from "../approvals/use-hash-check.ts";
import { ActsBar } from "../frame/acts-bar.tsx";
import { writeReceived, writeUsd } from "../frame/amounts.ts";
import { planAsk, planReject, referenceField } from "../frame/decision-plans.ts";
import type { ActPlan } from "../frame/use-acts.ts";
import { oneOf } from "../frame/use-queue.ts";
import { APPROVALS_NEEDED } from "./withdrawal-state.ts";

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
  const reject = planReject({
    t,
    about: { what },
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
  });
  const ask = planAsk({
    t,
    question: { initial: shown.question },
    request: (question) => requestAskWithdrawal({ id, question }),
  });
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
    fields: [referenceField(t)],
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
  const isMine = shown.approvedBy.some(({ staffId }) => staffId === staff.id);
  const canApprove = !isMine && check !== "different";
  return (
    <ActsBar
      note={isMine ? t("yours") : t("logged")}
      onChanged={onChanged}
      acts={[
        {
          label: isLast ? t("approveAndPay") : t("approve"),
          shortcut: "A",
          kind: "primary",
          disabled: !canApprove,
          plan: approve,
        },
        { label: t("ask"), shortcut: "Q", kind: "outline", plan: ask },
        { label: t("reject"), shortcut: "R", kind: "ghost", isDanger: true, plan: reject },
      ]}
    />
  );
}

function PaymentBar({ shown, onChanged }: BarProps) {
  const t = useTranslations("withdrawals.acts");
  const { markPaid, giveBack } = usePayments(shown);
  return (
    <ActsBar
      note={t("logged")}
      onChanged={onChanged}
      acts={[
        { label: t("markPaid"), shortcut: "P", kind: "primary", plan: markPaid },
        { label: t("return"), kind: "ghost", isDanger: true, plan: giveBack },
      ]}
    />
  );
}

export function WithdrawalActions(props: BarProps & { readonly check: HashCheck }) {
  const may = useMay();
  const { shown } = props;
  if (!may("withdrawals.decide")) return null;
  if (shown.status === "reviewing") return <ReviewBar {...props} />;
  return shown.canMarkPaid ? <PaymentBar {...props} /> : null;
}
