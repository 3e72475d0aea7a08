// One proposal: what stands now and what would stand, who proposed it and why, who decided, and
// when it takes effect.

import { type ProposalCase, requestProposal } from "@truetick/contract/desk";
import { Tag } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { writeMoment } from "../app/moment.ts";
import { ApprovalSlots } from "../approvals/approval-slots.tsx";
import { useHashCheck } from "../approvals/use-hash-check.ts";
import { CaseDetail, type CasePane, type WholeCase } from "../frame/case-detail.tsx";
import { Card, DetailBody, DetailHead, Line, Lines } from "../frame/detail.tsx";
import { useFollow } from "../frame/use-follow.ts";
import { DiffTable } from "./diff-table.tsx";
import { ProposalActions } from "./proposal-actions.tsx";
import { useKindName } from "./use-kind-name.ts";

/** Proposing is the first of the two agreements; whoever decides gives the second. */
function agreementsOf({ proposedBy, proposedAt, decidedBy, decidedAt, status }: ProposalCase) {
  const first = { staffId: proposedBy.id, name: proposedBy.name, at: proposedAt };
  const isAgreed = decidedBy !== null && ["approved", "applied", "failed"].includes(status);
  return isAgreed
    ? [first, { staffId: decidedBy.id, name: decidedBy.name, at: decidedAt }]
    : [first];
}

function Story({ shown }: { readonly shown: ProposalCase }) {
  const t = useTranslations("proposals");
  return (
    <Card title={t("story")}>
      <Lines>
        <Line name={t("why")} isLong>
          {shown.reason}
        </Line>
        <Line name={t("proposedBy")}>
          {t("whoAt", { name: shown.proposedBy.name, time: writeMoment(shown.proposedAt) })}
        </Line>
        {shown.decidedBy && (
          <Line name={t("decidedBy")}>
            {t("whoAt", { name: shown.decidedBy.name, time: writeMoment(shown.decidedAt) })}
          </Line>
        )}
        {shown.decision !== "" && (
          <Line name={t("decision")} isLong>
            {shown.decision}
          </Line>
        )}
        {shown.effectiveAt > 0 && (
          <Line name={t("effective")}>{writeMoment(shown.effectiveAt)}</Line>
        )}
        {shown.appliedAt > 0 && <Line name={t("applied")}>{writeMoment(shown.appliedAt)}</Line>}
      </Lines>
    </Card>
  );
}

function Whole({ shown, onChanged }: WholeCase<ProposalCase>) {
  const t = useTranslations("proposals");
  const nameOf = useKindName();
  const check = useHashCheck({ kind: "proposal", id: shown.id, hash: shown.hash });
  const isOpen = shown.status === "open";
  useFollow(shown.status === "approved", onChanged);
  return (
    <>
      <DetailBody>
        <DetailHead
          line={t("line", { id: shown.id, time: writeMoment(shown.proposedAt) })}
          tag={<Tag tone={isOpen ? "accent" : "neutral"}>{t(`states.${shown.status}`)}</Tag>}
        >
          <b>{nameOf(shown.kind)}</b>
        </DetailHead>
        <DiffTable current={shown.current} payload={shown.payload} />
        <Story shown={shown} />
        <ApprovalSlots
          needed={2}
          approvals={agreementsOf(shown)}
          isOpen={isOpen}
          canApprove={shown.canDecide && !shown.isOwn}
          hash={shown.hash}
          check={check}
        />
      </DetailBody>
      <ProposalActions shown={shown} check={check} onChanged={onChanged} />
    </>
  );
}

export function ProposalDetail(pane: CasePane) {
  return <CaseDetail {...pane} request={requestProposal} whole={Whole} />;
}
