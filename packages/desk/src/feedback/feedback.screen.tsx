// The queue of feedback: who waits for us the longest first; by state and kind where one looks for
// something.

import { FEEDBACK_KINDS, FEEDBACK_STATUSES } from "@truetick/contract/content";
import { type DeskFeedback, requestDeskFeedback } from "@truetick/contract/desk";
import { useTranslations } from "use-intl";
import type { ScreenProps } from "../app/routes.tsx";
import { usePages } from "../app/use-pages.ts";
import { NothingChosen } from "../frame/detail.tsx";
import { Picker } from "../frame/picker.tsx";
import { Queue } from "../frame/queue.tsx";
import { QueueRow, type RowTag } from "../frame/queue-row.tsx";
import { oneOf, useQueueView } from "../frame/use-queue.ts";
import { FeedbackDetail } from "./feedback-detail.tsx";
import { STATUS_TONES } from "./feedback-state.ts";

const WAITING = "waiting";
const ALL = "all";

function FeedbackLine({ row }: { readonly row: DeskFeedback }) {
  const t = useTranslations("feedback");
  const tags: readonly RowTag[] = [
    { key: "state", tone: STATUS_TONES[row.status], text: t(`statuses.${row.status}`) },
    ...(row.isDemo ? [{ key: "demo", tone: "neutral" as const, text: t("demo") }] : []),
    ...(row.hasImage ? [{ key: "image", tone: "neutral" as const, text: t("hasImage") }] : []),
    ...(row.replies > 0
      ? [
          {
            key: "replies",
            tone: "neutral" as const,
            text: t("replies", { count: row.replies }),
          },
        ]
      : []),
  ];
  return (
    <QueueRow
      head={t(`kinds.${row.kind}`)}
      unit={row.uid}
      line={row.excerpt}
      tags={tags}
      createdAt={row.waitingSince ?? row.createdAt}
      dueAt={null}
      isOpen={row.waitingSince !== null}
    />
  );
}

export function FeedbackScreen({ chosen }: ScreenProps) {
  const t = useTranslations("feedback");
  const places = useTranslations("shell.places");
  const tQueue = useTranslations("queue");
  const view = useQueueView("feedback");
  const status = oneOf(FEEDBACK_STATUSES, view.filter("status"));
  const kind = oneOf(FEEDBACK_KINDS, view.filter("kind"));
  const pages = usePages(
    (cursor) => requestDeskFeedback({ status, kind, cursor }),
    `${status ?? WAITING} ${kind ?? ALL}`,
  );
  return (
    <Queue
      label={places("feedback")}
      queue="feedback"
      pages={pages}
      chosen={chosen}
      pathOf={view.pathOf}
      onOpen={view.open}
      renderRow={(row) => <FeedbackLine row={row} />}
      emptyText={t("empty")}
      filters={
        <>
          <Picker
            label={tQueue("state")}
            choices={[
              { id: WAITING, label: t("waiting") },
              ...FEEDBACK_STATUSES.map((id) => ({ id, label: t(`statuses.${id}`) })),
            ]}
            chosen={status ?? WAITING}
            onChoose={(id) => view.choose({ status: id === WAITING ? "" : id })}
          />
          <Picker
            label={t("kind")}
            choices={[
              { id: ALL, label: t("allKinds") },
              ...FEEDBACK_KINDS.map((id) => ({ id, label: t(`kinds.${id}`) })),
            ]}
            chosen={kind ?? ALL}
            onChoose={(id) => view.choose({ kind: id === ALL ? "" : id })}
          />
        </>
      }
    >
      {chosen === null ? (
        <NothingChosen />
      ) : (
        <FeedbackDetail id={chosen} onChanged={pages.again} onBack={() => view.open(null)} />
      )}
    </Queue>
  );
}
