// Everything that two people decide: what was proposed, by whom, and what it would change.

import { PROPOSAL_STATUSES, type Proposal, requestProposals } from "@truetick/contract/desk";
import { useTranslations } from "use-intl";
import { writeMoment } from "../app/moment.ts";
import type { ScreenProps } from "../app/routes.tsx";
import { usePages } from "../app/use-pages.ts";
import { NothingChosen } from "../frame/detail.tsx";
import { Picker } from "../frame/picker.tsx";
import { Queue } from "../frame/queue.tsx";
import { QueueRow, type RowTag } from "../frame/queue-row.tsx";
import { oneOf, useQueueView } from "../frame/use-queue.ts";
import { ProposalDetail } from "./proposal-detail.tsx";
import { useKindName } from "./use-kind-name.ts";

function ProposalLine({ row }: { readonly row: Proposal }) {
  const t = useTranslations("proposals");
  const nameOf = useKindName();
  const isOpen = row.status === "open";
  const tags: readonly RowTag[] = [
    ...(isOpen
      ? []
      : [{ key: "state", tone: "neutral" as const, text: t(`states.${row.status}`) }]),
    ...(isOpen && row.isOwn ? [{ key: "own", tone: "neutral" as const, text: t("tags.own") }] : []),
    ...(isOpen && row.canDecide
      ? [{ key: "turn", tone: "accent" as const, text: t("tags.turn") }]
      : []),
    ...(row.status === "approved"
      ? [
          {
            key: "from",
            tone: "accent" as const,
            text: t("tags.from", { time: writeMoment(row.effectiveAt) }),
          },
        ]
      : []),
  ];
  return (
    <QueueRow
      head={nameOf(row.kind)}
      line={row.reason}
      aside={row.proposedBy.name}
      tags={tags}
      createdAt={row.proposedAt}
      dueAt={null}
      isOpen={isOpen}
    />
  );
}

export function ProposalsScreen({ chosen }: ScreenProps) {
  const t = useTranslations("proposals");
  const tShell = useTranslations("shell.places");
  const tQueue = useTranslations("queue");
  const view = useQueueView("proposals");
  const status = oneOf(PROPOSAL_STATUSES, view.filter("status")) ?? "open";
  const pages = usePages((cursor) => requestProposals({ status, cursor }), status);
  return (
    <Queue
      label={tShell("proposals")}
      queue="proposals"
      pages={pages}
      chosen={chosen}
      pathOf={view.pathOf}
      onOpen={view.open}
      renderRow={(row) => <ProposalLine row={row} />}
      emptyText={t("empty")}
      filters={
        <Picker
          label={tQueue("state")}
          choices={PROPOSAL_STATUSES.map((id) => ({ id, label: t(`states.${id}`) }))}
          chosen={status}
          onChoose={(id) => view.choose({ status: id })}
        />
      }
    >
      {chosen === null ? (
        <NothingChosen />
      ) : (
        <ProposalDetail id={chosen} onChanged={pages.again} onBack={() => view.open(null)} />
      )}
    </Queue>
  );
}
