// The queue of withdrawals: those who wait the longest first. One is looked at with all that is
// needed to decide it.

import {
  requestWithdrawalPromise,
  WITHDRAWAL_STATUSES,
  type WithdrawalStatus,
} from "@truetick/contract/cashier";
import { requestWithdrawalCases, type WithdrawalRow } from "@truetick/contract/desk";
import { useNotation } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { writeSpan } from "../app/moment.ts";
import type { ScreenProps } from "../app/routes.tsx";
import { usePages } from "../app/use-pages.ts";
import { useRead } from "../app/use-read.ts";
import { writeReceived, writeUsd } from "../frame/amounts.ts";
import { NothingChosen } from "../frame/detail.tsx";
import { Picker } from "../frame/picker.tsx";
import { Queue } from "../frame/queue.tsx";
import { QueueRow, type RowTag } from "../frame/queue-row.tsx";
import { oneOf, useQueueView } from "../frame/use-queue.ts";
import { WithdrawalDetail } from "./withdrawal-detail.tsx";
import { APPROVALS_NEEDED, isWithdrawalOpen } from "./withdrawal-state.ts";

/** The order in which they are looked for. */
const STATUSES: readonly WithdrawalStatus[] = [
  "reviewing",
  "approved",
  "paying",
  "paid",
  "rejected",
  "returned",
  "cancelled",
  "unconfirmed",
];

/** What it is paid in, and on which network where that is not the coin's own. */
function unitOf({ currencyCode, network, channel }: WithdrawalRow): string {
  const way = channel === "bank" ? network.toLowerCase() : network;
  const words = [currencyCode === "USD" ? "" : currencyCode, way === currencyCode ? "" : way];
  return ["USD,", ...words].filter(Boolean).join(" ");
}

/** What everybody may know of how quickly withdrawals are decided (H11). */
function Promised() {
  const t = useTranslations("withdrawals");
  const { state } = useRead(requestWithdrawalPromise, "promise");
  if (state.phase !== "ready" || state.value.medianSec === 0) return null;
  const { medianSec, reviewHours } = state.value;
  return <span>{t("promise", { median: writeSpan(medianSec), hours: reviewHours })}</span>;
}

function WithdrawalLine({ row }: { readonly row: WithdrawalRow }) {
  const t = useTranslations("withdrawals");
  const tQueue = useTranslations("queue");
  const notation = useNotation();
  const isOpen = isWithdrawalOpen(row.status);
  const tags: readonly RowTag[] = [
    row.status === "reviewing"
      ? {
          key: "approvals",
          tone: row.approvals > 0 ? "accent" : "neutral",
          text: tQueue("approved", { count: row.approvals, needed: APPROVALS_NEEDED }),
        }
      : { key: "state", tone: isOpen ? "accent" : "neutral", text: t(`states.${row.status}`) },
    ...(row.isThirdParty ? [{ key: "name", tone: "warn" as const, text: t("tags.name") }] : []),
    ...(row.hasQuestion ? [{ key: "asked", tone: "warn" as const, text: tQueue("asked") }] : []),
  ];
  return (
    <QueueRow
      head={writeUsd(row.amount, notation)}
      unit={unitOf(row)}
      line={tQueue("member", { uid: row.uid })}
      aside={writeReceived(row, notation)}
      tags={tags}
      createdAt={row.createdAt}
      dueAt={row.dueAt}
      isOpen={isOpen}
    />
  );
}

export function WithdrawalsScreen({ chosen }: ScreenProps) {
  const t = useTranslations("withdrawals");
  const tShell = useTranslations("shell.places");
  const tQueue = useTranslations("queue");
  const view = useQueueView("withdrawals");
  const status = oneOf(WITHDRAWAL_STATUSES, view.filter("status")) ?? "reviewing";
  const query = view.filter("q");
  const pages = usePages(
    (cursor) => requestWithdrawalCases({ status, query, cursor }),
    [status, query].join("|"),
  );
  return (
    <Queue
      label={tShell("withdrawals")}
      queue="withdrawals"
      pages={pages}
      chosen={chosen}
      pathOf={view.pathOf}
      onOpen={view.open}
      search={{ text: query, onText: (text) => view.choose({ q: text }) }}
      renderRow={(row) => <WithdrawalLine row={row} />}
      emptyText={t("empty")}
      foot={<Promised />}
      filters={
        <Picker
          label={tQueue("state")}
          choices={STATUSES.map((id) => ({ id, label: t(`states.${id}`) }))}
          chosen={status}
          onChoose={(id) => view.choose({ status: id })}
        />
      }
    >
      {chosen === null ? (
        <NothingChosen />
      ) : (
        <WithdrawalDetail id={chosen} onChanged={pages.again} onBack={() => view.open(null)} />
      )}
    </Queue>
  );
}
