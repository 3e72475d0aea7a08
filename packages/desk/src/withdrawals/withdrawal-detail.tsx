// One withdrawal with all that is needed to decide it: what is paid to whom, what speaks for it and
// against it, who has agreed, and the book of its member.

import { requestWithdrawalCase, type WithdrawalCase } from "@truetick/contract/desk";
import { Tag, useNotation } from "@truetick/ui";
import ArrowRight from "lucide-react/icons/arrow-right";
import MessageCircle from "lucide-react/icons/message-circle";
import { useTranslations } from "use-intl";
import { writeMoment } from "../app/moment.ts";
import { ApprovalSlots } from "../approvals/approval-slots.tsx";
import { useHashCheck } from "../approvals/use-hash-check.ts";
import { writeAmount, writeUsd } from "../frame/amounts.ts";
import { CaseDetail, type CasePane, type WholeCase } from "../frame/case-detail.tsx";
import { CaseWords } from "../frame/case-words.tsx";
import { Columns, DetailBody, DetailHead, Stack } from "../frame/detail.tsx";
import { useFollow } from "../frame/use-follow.ts";
import { LedgerCard } from "../ledger/ledger-card.tsx";
import { WithdrawalActions } from "./withdrawal-actions.tsx";
import {
  Destination,
  Money,
  ReversedDeposits,
  WithdrawalChecks,
  WithdrawalHistory,
} from "./withdrawal-cards.tsx";
import { APPROVALS_NEEDED, isWithdrawalOpen } from "./withdrawal-state.ts";

function Head({ shown }: { readonly shown: WithdrawalCase }) {
  const t = useTranslations("withdrawals");
  const tQueue = useTranslations("queue");
  const notation = useNotation();
  const isReviewing = shown.status === "reviewing";
  const due = isReviewing ? `, ${t("due", { time: writeMoment(shown.dueAt) })}` : "";
  return (
    <DetailHead
      line={`${t("line", { id: shown.id, time: writeMoment(shown.createdAt) })}${due}`}
      tag={
        <Tag tone={isWithdrawalOpen(shown.status) ? "accent" : "neutral"}>
          {isReviewing
            ? tQueue("approved", { count: shown.approvals, needed: APPROVALS_NEEDED })
            : t(`states.${shown.status}`)}
        </Tag>
      }
    >
      <b>{writeUsd(shown.amount, notation)}</b>
      <span>USD</span>
      <ArrowRight size={16} />
      <b>{writeAmount(shown.received, shown.channel === "bank", notation)}</b>
      <span>{shown.currencyCode}</span>
    </DetailHead>
  );
}

function Words({ shown }: { readonly shown: WithdrawalCase }) {
  const t = useTranslations("withdrawals");
  return (
    <CaseWords
      words={[
        ["memo", shown.memo],
        ["question", shown.question],
        ["answer", shown.answer],
        ["remark", shown.remark],
      ]}
      icon={MessageCircle}
      write={(name, text) => t(`words.${name}`, { text })}
    />
  );
}

function Whole({ shown, onChanged }: WholeCase<WithdrawalCase>) {
  const check = useHashCheck({ kind: "withdrawal", id: shown.id, hash: shown.hash });
  const isReviewing = shown.status === "reviewing";
  useFollow(isWithdrawalOpen(shown.status) && !isReviewing && !shown.canMarkPaid, onChanged);
  return (
    <>
      <DetailBody>
        <Head shown={shown} />
        <Words shown={shown} />
        <Columns>
          <Destination shown={shown} />
          <Stack>
            <WithdrawalChecks shown={shown} />
            {shown.channel === "bank" && <Money shown={shown} />}
          </Stack>
        </Columns>
        {shown.reversedDeposits.length > 0 && <ReversedDeposits shown={shown} />}
        <ApprovalSlots
          needed={APPROVALS_NEEDED}
          approvals={shown.approvedBy}
          isOpen={isReviewing}
          canApprove={isReviewing}
          hash={shown.hash}
          check={check}
        />
        <LedgerCard
          key={shown.status}
          userId={shown.userId}
          uid={shown.uid}
          totals={{ deposited: shown.depositedTotal, paidOut: shown.paidTotal }}
        />
        <WithdrawalHistory shown={shown} />
      </DetailBody>
      <WithdrawalActions shown={shown} check={check} onChanged={onChanged} />
    </>
  );
}

export function WithdrawalDetail(pane: CasePane) {
  return <CaseDetail {...pane} request={requestWithdrawalCase} whole={Whole} />;
}
