// A plan for `useActs` that edits values and proposes what was typed: the fields of the thing, why
// it should change, and then somebody else decides. Used where a change is typed and not computed.

import { PROPOSAL_REASON_LENGTH_MAX, requestSubmitProposal } from "@truetick/contract/desk";
import { useTranslations } from "use-intl";
import type { ActField, ActTexts } from "../frame/act-dialog.tsx";
import type { ActPlan } from "../frame/use-acts.ts";
import { useKindName } from "./use-kind-name.ts";

export type Edit = {
  readonly kind: string;
  readonly fields: readonly ActField[];
  readonly payloadOf: (texts: ActTexts) => unknown;
};

export function usePlanEdit(): (edit: Edit) => ActPlan {
  const t = useTranslations("proposals.acts");
  const nameOf = useKindName();
  return ({ kind, fields, payloadOf }) => ({
    title: t("proposeTitle", { what: nameOf(kind) }),
    text: t("proposeText"),
    confirmLabel: t("propose"),
    fields: [
      ...fields,
      { name: "why", label: t("why"), kind: "lines", lengthMax: PROPOSAL_REASON_LENGTH_MAX },
    ],
    request: (texts) =>
      requestSubmitProposal({ kind, payload: payloadOf(texts), reason: texts.why ?? "" }),
    doneText: t("proposed"),
  });
}
