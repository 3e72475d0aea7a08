// Messages to people outside: what waits, what was sent, what could not be. In the sandbox their
// text and code are shown, because nobody else carries them anywhere.

import { type DeskMessage, OUTBOX_STATES, requestOutbox } from "@truetick/contract/desk";
import { Tag } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { writeExactMoment } from "../app/moment.ts";
import { usePages } from "../app/use-pages.ts";
import { Picker } from "../frame/picker.tsx";
import { oneOf, useQueueView } from "../frame/use-queue.ts";
import { ListPage } from "../table/list-page.tsx";

const TONES = { waiting: "accent", sent: "ok", refused: "danger", expired: "warn" } as const;

export function OutboxScreen() {
  const t = useTranslations("outbox");
  const places = useTranslations("shell.places");
  const queue = useTranslations("queue");
  const view = useQueueView("outbox");
  const state = oneOf(OUTBOX_STATES, view.filter("state"));
  const pages = usePages<DeskMessage>((cursor) => requestOutbox({ state, cursor }), `${state}`);
  return (
    <ListPage
      title={places("outbox")}
      pages={pages}
      idOf={({ id }) => id}
      emptyText={t("empty")}
      filters={
        <Picker
          label={queue("state")}
          choices={[
            { id: "", label: t("all") },
            ...OUTBOX_STATES.map((id) => ({ id, label: t(`states.${id}`) })),
          ]}
          chosen={state ?? ""}
          onChoose={(id) => view.choose({ state: id })}
        />
      }
      columns={[
        { name: t("time"), cell: (message) => writeExactMoment(message.created_at) },
        {
          name: queue("state"),
          cell: (message) => <Tag tone={TONES[message.state]}>{t(`states.${message.state}`)}</Tag>,
        },
        { name: t("kind"), cell: ({ kind, channel }) => `${kind} (${channel})` },
        { name: t("to"), cell: ({ to }) => to || t("hidden") },
        { name: t("code"), cell: ({ code }) => code },
        { name: t("subject"), isLong: true, cell: ({ subject }) => subject },
        { name: t("attempts"), isFigure: true, cell: ({ attempts }) => attempts },
        { name: t("problem"), isLong: true, cell: ({ problem }) => problem },
      ]}
    />
  );
}
