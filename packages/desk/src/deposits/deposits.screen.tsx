// The queue of deposits: those who wait the longest first. One is looked at with all that is needed
// to decide it.

import { DEPOSIT_KINDS, type DepositKind } from "@truetick/contract/cashier";
import {
  DEPOSIT_STATES,
  type DepositRow,
  type DepositState,
  REVERSAL_FILTERS,
  type ReversalFilter,
  requestDepositCases,
} from "@truetick/contract/desk";
import { useNotation } from "@truetick/ui";
import { useTranslations } from "use-intl";
import type { ScreenProps } from "../app/routes.tsx";
import { usePages } from "../app/use-pages.ts";
import { writeAmount, writeCents } from "../frame/amounts.ts";
import { NothingChosen } from "../frame/detail.tsx";
import { Picker } from "../frame/picker.tsx";
import { Queue } from "../frame/queue.tsx";
import { QueueRow, type RowTag } from "../frame/queue-row.tsx";
import { oneOf, useQueueView } from "../frame/use-queue.ts";
import { DepositDetail } from "./deposit-detail.tsx";
import { isDepositOpen } from "./deposit-state.ts";
import { useReversalTag } from "./reversal-tag.ts";

/** The order in which they are looked for. */
const STATES: readonly DepositState[] = [
  "reviewing",
  "stuck",
  "credited",
  "rejected",
  "invalid",
  "crediting",
  "unpaid",
];

/** The network is told where it is not the coin's own. */
function unitOf({ currencyCode, protocolCode }: DepositRow): string {
  const isTold = protocolCode !== "" && protocolCode !== currencyCode;
  return isTold ? `${currencyCode}, ${protocolCode}` : currencyCode;
}

function DepositLine({ row }: { readonly row: DepositRow }) {
  const t = useTranslations("deposits");
  const tQueue = useTranslations("queue");
  const notation = useNotation();
  const reversalTag = useReversalTag();
  const isOpen = isDepositOpen(row.state);
  const usd = row.creditUsd ?? row.expectedUsd;
  const aboutUsd = (amount: string) =>
    tQueue(row.creditUsd === null ? "aboutUsd" : "usd", { amount: writeCents(amount, notation) });
  const tags: readonly RowTag[] = [
    isOpen
      ? {
          key: "approvals",
          tone: row.approvals > 0 ? "accent" : "neutral",
          text: tQueue("approved", { count: row.approvals, needed: row.approvalsNeeded }),
        }
      : { key: "state", tone: "neutral", text: t(`states.${row.state}`) },
    ...reversalTag(row),
    ...(row.hasTwin ? [{ key: "twin", tone: "warn" as const, text: t("tags.twin") }] : []),
    ...(row.hasQuestion ? [{ key: "asked", tone: "warn" as const, text: tQueue("asked") }] : []),
  ];
  return (
    <QueueRow
      head={writeAmount(row.amount, row.kind !== "coin", notation)}
      unit={unitOf(row)}
      line={t("rowLine", { kind: t(`kinds.${row.kind}`), uid: row.uid })}
      aside={usd === null || row.currencyCode === "USD" ? "" : aboutUsd(usd)}
      tags={tags}
      createdAt={row.createdAt}
      dueAt={row.dueAt}
      isOpen={isOpen}
    />
  );
}

export function DepositsScreen({ chosen }: ScreenProps) {
  const t = useTranslations("deposits");
  const tShell = useTranslations("shell.places");
  const tQueue = useTranslations("queue");
  const view = useQueueView("deposits");
  const state = oneOf(DEPOSIT_STATES, view.filter("status")) ?? "reviewing";
  const reversed: ReversalFilter | null = oneOf(REVERSAL_FILTERS, view.filter("reversed"));
  const kind: DepositKind | null = oneOf(DEPOSIT_KINDS, view.filter("kind"));
  const query = view.filter("q");
  const pages = usePages(
    (cursor) => requestDepositCases({ state, reversed, kind, query, cursor }),
    [state, reversed, kind, query].join("|"),
  );
  return (
    <Queue
      label={tShell("deposits")}
      queue="deposits"
      pages={pages}
      chosen={chosen}
      pathOf={view.pathOf}
      onOpen={view.open}
      search={{ text: query, onText: (text) => view.choose({ q: text }) }}
      renderRow={(row) => <DepositLine row={row} />}
      emptyText={t("empty")}
      filters={
        <>
          <Picker
            label={tQueue("state")}
            choices={[
              ...STATES.map((id) => ({ id, label: t(`states.${id}`) })),
              ...REVERSAL_FILTERS.map((id) => ({ id, label: t(`reversed.${id}`) })),
            ]}
            chosen={reversed ?? state}
            onChoose={(id) => {
              const picked = oneOf(REVERSAL_FILTERS, id);
              view.choose(picked ? { status: "", reversed: picked } : { status: id, reversed: "" });
            }}
          />
          <Picker
            label={t("kind")}
            choices={[
              { id: "", label: t("allKinds") },
              ...DEPOSIT_KINDS.map((id) => ({ id, label: t(`kinds.${id}`) })),
            ]}
            chosen={kind ?? ""}
            onChoose={(id) => view.choose({ kind: id })}
          />
        </>
      }
    >
      {chosen === null ? (
        <NothingChosen />
      ) : (
        <DepositDetail id={chosen} onChanged={pages.again} onBack={() => view.open(null)} />
      )}
    </Queue>
  );
}
