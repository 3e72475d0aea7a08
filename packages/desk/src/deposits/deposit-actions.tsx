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
import type { HashCheck } from "../approvals/use-hash-check.ts";
import { ActsBar } from "../frame/acts-bar.tsx";
import { writeDeposited, writeUsd } from "../frame/amounts.ts";
import { planAsk, planReject, referenceField } from "../frame/decision-plans.ts";
import type { ActPlan } from "../frame/use-acts.ts";
import { isDepositOpen } from "./deposit-state.ts";

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
    fields: [referenceField(t, shown.reference)],
    request: ({ reference = "" }) => requestApproveDeposit({ id, hash, reference }),
    doneText: t("approved", { what }),
  };
  const reject = planReject({
    t,
    about: { what },
    fields: [remark(REJECTIONS.map((preset) => t(`presets.${preset}`)))],
    request: ({ remark: words = "" }) => requestRejectDeposit({ id, remark: words }),
  });
  const invalidate: ActPlan = {
    title: t("invalidateTitle", { what }),
    text: t("invalidateText"),
    confirmLabel: t("invalidateNow"),
    kind: "danger",
    fields: [remark(INVALIDATIONS.map((preset) => t(`presets.${preset}`)))],
    request: ({ remark: words = "" }) => requestInvalidateDeposit({ id, remark: words }),
    doneText: t("invalidated", { what }),
  };
  const ask = planAsk({
    t,
    question: { initial: shown.question },
    request: (question) => requestAskDeposit({ id, question }),
  });
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
  const { approve, reject, invalidate, ask } = usePlans(shown);
  const isMine = shown.approvedBy.some(({ staffId }) => staffId === staff.id);
  const canDecide = isDepositOpen(shown.state) && may("deposits.decide");
  const canApprove = !isMine && check !== "different" && shown.kind !== "card";
  if (!canDecide) return null;
  return (
    <ActsBar
      note={isMine ? t("yours") : t("logged")}
      onChanged={onChanged}
      acts={[
        {
          label: t("approve"),
          shortcut: "A",
          kind: "primary",
          disabled: !canApprove,
          plan: approve,
        },
        { label: t("ask"), shortcut: "Q", kind: "outline", plan: ask },
        { label: t("reject"), shortcut: "R", kind: "ghost", isDanger: true, plan: reject },
        { label: t("invalidate"), kind: "ghost", isDanger: true, plan: invalidate },
      ]}
    />
  );
}
