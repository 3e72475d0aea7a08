// Proposes a change: shows what would change, asks why, and sends it for somebody else to decide.
// Used by every screen whose values two people change.

import { PROPOSAL_REASON_LENGTH_MAX, requestSubmitProposal } from "@truetick/contract/desk";
import { useTranslations } from "use-intl";
import type { ActPlan } from "../frame/use-acts.ts";
import { DiffTable } from "./diff-table.tsx";
import { useKindName } from "./use-kind-name.ts";

export type Change = {
  readonly kind: string;
  /** What stands now; null when it is new. */
  readonly current: unknown;
  readonly payload: unknown;
};

/** A plan for `useActs`: the dialog that proposes this change. */
export function usePlanProposal(): (change: Change) => ActPlan {
  const t = useTranslations("proposals.acts");
  const nameOf = useKindName();
  return ({ kind, current, payload }) => ({
    title: t("proposeTitle", { what: nameOf(kind) }),
    text: (
      <>
        <p>{t("proposeText")}</p>
        <DiffTable current={current} payload={payload} />
      </>
    ),
    confirmLabel: t("propose"),
    fields: [
      { name: "reason", label: t("why"), kind: "lines", lengthMax: PROPOSAL_REASON_LENGTH_MAX },
    ],
    request: ({ reason = "" }) => requestSubmitProposal({ kind, payload, reason }),
    doneText: t("proposed"),
  });
}
