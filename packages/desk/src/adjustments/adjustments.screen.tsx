// Adjustments, the only way in which staff can change a balance: each with its reason and both
// names, as the trader sees it; and the disputes that wait for an answer (H10).

import {
  type DeskAdjustment,
  type DeskDispute,
  DISPUTE_ANSWER_LENGTH_MAX,
  requestAnswerDispute,
  requestDeskAdjustments,
  requestDisputes,
} from "@truetick/contract/desk";
import { Button, Segment, Tag, useNotation, writeSigned } from "@truetick/ui";
import { useTranslations } from "use-intl";
import { useMay } from "../app/desk.ts";
import { writeMoment } from "../app/moment.ts";
import { pathTo } from "../app/place.ts";
import { usePages } from "../app/use-pages.ts";
import { ActDialog } from "../frame/act-dialog.tsx";
import { useActs } from "../frame/use-acts.ts";
import { oneOf, useQueueView } from "../frame/use-queue.ts";
import { ListPage } from "../table/list-page.tsx";

const VIEWS = ["booked", "open", "answered"] as const;
type View = (typeof VIEWS)[number];

function useViewFilter() {
  const t = useTranslations("adjustments");
  const view = useQueueView("adjustments");
  const chosen = oneOf(VIEWS, view.filter("view")) ?? "booked";
  const filters = (
    <Segment
      label={t("view")}
      choices={VIEWS.map((id) => ({ id, label: t(`views.${id}`) }))}
      chosen={chosen}
      onChoose={(id) => view.choose({ view: id })}
    />
  );
  return { chosen, filters };
}

function Booked() {
  const t = useTranslations("adjustments");
  const places = useTranslations("shell.places");
  const notation = useNotation();
  const { filters } = useViewFilter();
  const pages = usePages<DeskAdjustment>(
    (cursor) => requestDeskAdjustments({ userId: null, cursor }),
    "booked",
  );
  return (
    <ListPage
      title={places("adjustments")}
      pages={pages}
      filters={filters}
      note={t("note")}
      idOf={({ id }) => id}
      linkOf={(row) => pathTo("users", row.user_id)}
      emptyText={t("empty")}
      columns={[
        { name: t("member"), cell: ({ uid }) => uid },
        { name: t("amount"), isFigure: true, cell: ({ amount }) => writeSigned(amount, notation) },
        { name: t("reason"), isLong: true, cell: ({ reason }) => reason },
        { name: t("proposedBy"), cell: (row) => row.proposed_by },
        { name: t("approvedBy"), cell: (row) => row.approved_by },
        { name: t("time"), cell: (row) => writeMoment(row.booked_at) },
        {
          name: t("dispute"),
          cell: ({ dispute }) =>
            dispute === "none" ? (
              "–"
            ) : (
              <Tag tone={dispute === "open" ? "warn" : "ok"}>{t(`disputes.${dispute}`)}</Tag>
            ),
        },
      ]}
    />
  );
}

function Disputes({ status }: { readonly status: Exclude<View, "booked"> }) {
  const t = useTranslations("adjustments");
  const places = useTranslations("shell.places");
  const notation = useNotation();
  const may = useMay();
  const { filters } = useViewFilter();
  const pages = usePages<DeskDispute>((cursor) => requestDisputes({ status, cursor }), status);
  const { act, begin, close } = useActs(pages.again);
  const answer = ({ id, text }: DeskDispute) =>
    begin({
      title: t("answerTitle"),
      text,
      confirmLabel: t("answer"),
      fields: [
        {
          name: "answer",
          label: t("answerField"),
          hint: t("answerHint"),
          kind: "lines",
          lengthMax: DISPUTE_ANSWER_LENGTH_MAX,
        },
      ],
      request: (texts) => requestAnswerDispute(id, texts.answer ?? ""),
      doneText: t("answered"),
    });
  const canAnswer = status === "open" && may("adjustments.change");
  return (
    <>
      <ListPage
        title={places("adjustments")}
        pages={pages}
        filters={filters}
        idOf={({ id }) => id}
        emptyText={t("noDisputes")}
        columns={[
          { name: t("member"), cell: ({ uid }) => uid },
          {
            name: t("amount"),
            isFigure: true,
            cell: ({ amount }) => writeSigned(amount, notation),
          },
          { name: t("reason"), isLong: true, cell: ({ reason }) => reason },
          { name: t("text"), isLong: true, cell: ({ text }) => text },
          { name: t("time"), cell: ({ at }) => writeMoment(at) },
          {
            name: t("answerColumn"),
            isLong: !canAnswer,
            cell: (row) =>
              canAnswer ? (
                <Button size="dense" onClick={() => answer(row)}>
                  {t("answer")}
                </Button>
              ) : (
                row.answer
              ),
          },
        ]}
      />
      <ActDialog act={act} onClose={close} />
    </>
  );
}

export function AdjustmentsScreen() {
  const { chosen } = useViewFilter();
  return chosen === "booked" ? <Booked /> : <Disputes key={chosen} status={chosen} />;
}
