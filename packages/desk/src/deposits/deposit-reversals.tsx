// What became of a card payment after it was made, and noting that somebody has looked. No money
// moves here: that is an adjustment, proposed on the member's page.

import { type DepositCase, requestLookAtReversals } from "@truetick/contract/desk";
import { Button, Note, useNotation } from "@truetick/ui";
import Scale from "lucide-react/icons/scale";
import { useTranslations } from "use-intl";
import { useMay } from "../app/desk.ts";
import { Link } from "../app/link.tsx";
import { writeMoment } from "../app/moment.ts";
import { pathTo } from "../app/place.ts";
import { ActDialog } from "../frame/act-dialog.tsx";
import { writeAmount } from "../frame/amounts.ts";
import { Card } from "../frame/detail.tsx";
import { useActs } from "../frame/use-acts.ts";
import { DataTable } from "../table/data-table.tsx";

function useLook({ id, reversalsUpTo }: DepositCase, onChanged: () => void) {
  const t = useTranslations("deposits.reversals");
  const { act, begin, close } = useActs(onChanged);
  const look = () =>
    begin({
      title: t("lookTitle"),
      text: t("lookText"),
      confirmLabel: t("look"),
      fields: [],
      request: () => requestLookAtReversals({ id, upTo: reversalsUpTo ?? "" }),
      doneText: t("looked"),
    });
  return { look, dialog: <ActDialog act={act} onClose={close} /> };
}

export function DepositReversals({
  shown,
  onChanged,
}: {
  readonly shown: DepositCase;
  readonly onChanged: () => void;
}) {
  const t = useTranslations("deposits.reversals");
  const notation = useNotation();
  const may = useMay();
  const { look, dialog } = useLook(shown, onChanged);
  const canLook = shown.hasReversalNews && may("deposits.decide");
  return (
    <>
      <Card
        title={t("title")}
        isFlush
        aside={
          canLook && (
            <Button size="dense" onClick={look}>
              {t("look")}
            </Button>
          )
        }
      >
        <DataTable
          label={t("title")}
          rows={shown.reversals}
          idOf={({ about, ref }) => `${about}/${ref}`}
          emptyText=""
          columns={[
            {
              name: t("what"),
              cell: ({ about, state }) => `${t(`abouts.${about}`)}: ${t(`states.${state}`)}`,
            },
            { name: t("since"), cell: ({ since }) => writeMoment(since) },
            { name: t("ref"), isLong: true, cell: ({ ref }) => ref },
            { name: t("fit"), cell: ({ doesFit }) => (doesFit ? t("fits") : t("doesNotFit")) },
            {
              name: t("amount"),
              isFigure: true,
              cell: ({ amount, currencyCode }) =>
                amount === null
                  ? t("otherCurrency", { code: currencyCode })
                  : `${writeAmount(amount, true, notation)} ${currencyCode}`,
            },
          ]}
        />
      </Card>
      <Note tone="neutral" icon={Scale}>
        {t("note")}{" "}
        {may("adjustments.change") && <Link to={pathTo("users", shown.userId)}>{t("adjust")}</Link>}
      </Note>
      {dialog}
    </>
  );
}
