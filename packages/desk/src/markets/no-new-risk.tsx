// No new risk (F30): the proposal that people can only close from now on, in one market or in all
// of them at once, and the proposal that lifts it. Somebody else decides either; it holds at once.

import {
  type ClosingOnlyProposal,
  type DeskMarket,
  HALT_REASON_LENGTH_MAX,
} from "@truetick/contract/desk";
import { useTranslations } from "use-intl";
import { useMay } from "../app/desk.ts";
import { ActButton } from "../frame/act-button.tsx";
import { ActDialog } from "../frame/act-dialog.tsx";
import { type ActPlan, useActs } from "../frame/use-acts.ts";
import { usePlanEdit } from "../proposals/plan-edit.ts";

type Wanted = {
  /** Empty: every market. */
  readonly marketId: string;
  readonly isClosingOnly: boolean;
};

export function usePlanClosingOnly(): (wanted: Wanted) => ActPlan {
  const t = useTranslations("markets");
  const planEdit = usePlanEdit();
  return ({ marketId, isClosingOnly }) =>
    planEdit({
      kind: "closing_only",
      fields: [
        {
          name: "reason",
          label: t("haltReason"),
          hint: isClosingOnly ? t("closingOnlyHint") : t("allowRiskHint"),
          kind: "lines",
          lengthMax: HALT_REASON_LENGTH_MAX,
        },
      ],
      payloadOf: ({ reason = "" }): ClosingOnlyProposal => ({
        market_id: marketId,
        is_closing_only: isClosingOnly,
        reason,
      }),
    });
}

/** For all markets; while some are for closing only and some are not, both are offered. */
export function NoNewRisk({
  markets,
  onChanged,
}: {
  readonly markets: readonly DeskMarket[];
  readonly onChanged: () => void;
}) {
  const t = useTranslations("markets");
  const may = useMay();
  const plan = usePlanClosingOnly();
  const { act, begin, close } = useActs(onChanged);
  if (!may("markets.change")) return null;
  const held = markets.filter(({ closingOnlyReason }) => closingOnlyReason !== null).length;
  const propose = (isClosingOnly: boolean) => () => begin(plan({ marketId: "", isClosingOnly }));
  return (
    <>
      {held < markets.length && (
        <ActButton kind="outline" label={t("noNewRisk")} isDanger onClick={propose(true)} />
      )}
      {held > 0 && <ActButton kind="outline" label={t("allowAllRisk")} onClick={propose(false)} />}
      <ActDialog act={act} onClose={close} />
    </>
  );
}
