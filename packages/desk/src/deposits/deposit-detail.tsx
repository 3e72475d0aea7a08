// One deposit with all that is needed to decide it: whose it is, where it should have gone, the
// picture and those much like it, the price and its row of the tape, and who has agreed so far.

import { type DepositCase, requestDepositCase } from "@truetick/contract/desk";
import { Tag, useNotation } from "@truetick/ui";
import ArrowRight from "lucide-react/icons/arrow-right";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useTranslations } from "use-intl";
import { writeMoment } from "../app/moment.ts";
import { ApprovalSlots } from "../approvals/approval-slots.tsx";
import { useHashCheck } from "../approvals/use-hash-check.ts";
import { writeAmount, writeUsd } from "../frame/amounts.ts";
import { CaseDetail, type CasePane, type WholeCase } from "../frame/case-detail.tsx";
import { CaseWords } from "../frame/case-words.tsx";
import { Card, Columns, DetailBody, DetailHead, Stack } from "../frame/detail.tsx";
import { useFollow } from "../frame/use-follow.ts";
import { ImageViewer } from "../images/image-viewer.tsx";
import { LedgerCard } from "../ledger/ledger-card.tsx";
import { DepositActions } from "./deposit-actions.tsx";
import { DepositHistory, DepositTwins, HowItCame, WhatItIsWorth } from "./deposit-cards.tsx";
import { DepositReversals } from "./deposit-reversals.tsx";
import { isDepositOpen } from "./deposit-state.ts";
import { useReversalTag } from "./reversal-tag.ts";

function Head({ shown }: { readonly shown: DepositCase }) {
  const t = useTranslations("deposits");
  const notation = useNotation();
  const reversalTag = useReversalTag();
  const usd = shown.creditUsd ?? shown.worthUsd ?? shown.expectedUsd;
  const line = t("line", { id: shown.id, time: writeMoment(shown.createdAt) });
  return (
    <DetailHead
      line={
        shown.dueAt === null ? line : `${line}, ${t("due", { time: writeMoment(shown.dueAt) })}`
      }
      tag={
        <>
          <Tag tone={isDepositOpen(shown.state) ? "accent" : "neutral"}>
            {t(`states.${shown.state}`)}
          </Tag>
          {reversalTag(shown).map(({ key, tone, text }) => (
            <Tag key={key} tone={tone}>
              {text}
            </Tag>
          ))}
        </>
      }
    >
      <b>{writeAmount(shown.amount, shown.kind !== "coin", notation)}</b>
      <span>{shown.currencyCode}</span>
      {usd !== null && shown.currencyCode !== "USD" && (
        <>
          <ArrowRight size={16} />
          <b>{writeUsd(usd, notation)}</b>
          <span>{shown.creditUsd === null ? t("usdNow") : "USD"}</span>
        </>
      )}
    </DetailHead>
  );
}

function Words({ shown }: { readonly shown: DepositCase }) {
  const t = useTranslations("deposits");
  return (
    <CaseWords
      words={[
        ["problem", shown.problem],
        ["question", shown.question],
        ["answer", shown.answer],
        ["remark", shown.remark],
      ]}
      icon={TriangleAlert}
      toneOf={(name) => (name === "problem" ? "warn" : "neutral")}
      write={(name, text) => t(`words.${name}`, { text })}
    />
  );
}

function Proof({ shown }: { readonly shown: DepositCase }) {
  const t = useTranslations("deposits");
  return (
    <Card title={t("proof")}>
      <ImageViewer label={t("proof")} pictures={[{ path: shown.proofUrl, label: t("proof") }]} />
    </Card>
  );
}

function Whole({ shown, onChanged }: WholeCase<DepositCase>) {
  const check = useHashCheck({ kind: "deposit", id: shown.id, hash: shown.hash });
  const isOpen = isDepositOpen(shown.state);
  useFollow(shown.state === "crediting", onChanged);
  return (
    <>
      <DetailBody>
        <Head shown={shown} />
        <Words shown={shown} />
        <Columns>
          {shown.proofUrl === "" ? (
            <>
              <HowItCame shown={shown} />
              <WhatItIsWorth shown={shown} />
            </>
          ) : (
            <>
              <Stack>
                <HowItCame shown={shown} />
                <WhatItIsWorth shown={shown} />
              </Stack>
              <Proof shown={shown} />
            </>
          )}
        </Columns>
        {shown.reversals.length > 0 && <DepositReversals shown={shown} onChanged={onChanged} />}
        {shown.twins.length > 0 && <DepositTwins twins={shown.twins} />}
        <ApprovalSlots
          needed={shown.approvalsNeeded}
          approvals={shown.approvedBy}
          isOpen={isOpen}
          canApprove={isOpen}
          hash={shown.hash}
          check={check}
        />
        <DepositHistory shown={shown} />
        <LedgerCard key={shown.state} userId={shown.userId} uid={shown.uid} />
      </DetailBody>
      <DepositActions shown={shown} check={check} onChanged={onChanged} />
    </>
  );
}

export function DepositDetail(pane: CasePane) {
  return <CaseDetail {...pane} request={requestDepositCase} whole={Whole} />;
}
