// The queue of identities: those who wait the longest first. Opening one is written down and told
// to its member (H22), so the list itself shows no name.

import {
  IDENTITY_CASE_STATUSES,
  type IdentityRow,
  requestIdentityCases,
} from "@truetick/contract/desk";
import { useTranslations } from "use-intl";
import type { ScreenProps } from "../app/routes.tsx";
import { usePages } from "../app/use-pages.ts";
import { NothingChosen } from "../frame/detail.tsx";
import { Picker } from "../frame/picker.tsx";
import { Queue } from "../frame/queue.tsx";
import { QueueRow, type RowTag } from "../frame/queue-row.tsx";
import { oneOf, useQueueView } from "../frame/use-queue.ts";
import { IdentityDetail } from "./identity-detail.tsx";

function IdentityLine({ row }: { readonly row: IdentityRow }) {
  const t = useTranslations("identity");
  const tQueue = useTranslations("queue");
  const isOpen = row.status === "waiting";
  const tags: readonly RowTag[] = [
    ...(isOpen
      ? []
      : [{ key: "state", tone: "neutral" as const, text: t(`states.${row.status}`) }]),
    ...(row.isDuplicate ? [{ key: "twin", tone: "warn" as const, text: t("tags.twin") }] : []),
    ...(row.hasQuestion ? [{ key: "asked", tone: "warn" as const, text: tQueue("asked") }] : []),
  ];
  return (
    <QueueRow
      head={row.uid}
      line={t("rowLine", { id: row.id })}
      tags={tags}
      createdAt={row.submittedAt}
      dueAt={row.dueAt}
      isOpen={isOpen}
    />
  );
}

export function IdentityScreen({ chosen }: ScreenProps) {
  const t = useTranslations("identity");
  const tShell = useTranslations("shell.places");
  const tQueue = useTranslations("queue");
  const view = useQueueView("identity");
  const status = oneOf(IDENTITY_CASE_STATUSES, view.filter("status")) ?? "waiting";
  const pages = usePages((cursor) => requestIdentityCases({ status, cursor }), status);
  return (
    <Queue
      label={tShell("identity")}
      queue="identity"
      pages={pages}
      chosen={chosen}
      pathOf={view.pathOf}
      onOpen={view.open}
      renderRow={(row) => <IdentityLine row={row} />}
      emptyText={t("empty")}
      filters={
        <Picker
          label={tQueue("state")}
          choices={IDENTITY_CASE_STATUSES.map((id) => ({ id, label: t(`states.${id}`) }))}
          chosen={status}
          onChoose={(id) => view.choose({ status: id })}
        />
      }
    >
      {chosen === null ? (
        <NothingChosen />
      ) : (
        <IdentityDetail id={chosen} onChanged={pages.again} onBack={() => view.open(null)} />
      )}
    </Queue>
  );
}
