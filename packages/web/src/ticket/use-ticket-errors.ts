// What is said beside which field of the ticket: what the page can tell once the reader has tried,
// what the server refused, and what its preview says it would refuse. The server's own words.

import { useStore } from "@truetick/ui/state";
import { useTranslations } from "use-intl";
import { useFailureText } from "../app/use-failure.ts";
import type { DraftField } from "./read-draft.ts";
import { fieldOfRefusal } from "./refused-field.ts";
import type { PricedTicket } from "./use-ticket.ts";

export type TicketErrors = {
  readonly fields: Readonly<Partial<Record<DraftField, string>>>;
  /** What is about no field in particular. */
  readonly whole: string | null;
};

type Said = { readonly field: DraftField | null; readonly text: string };

export function useTicketErrors({
  reading,
  refusal,
  isChecked,
  preview,
  market,
}: PricedTicket): TicketErrors {
  const t = useTranslations("ticket.problems");
  const textOf = useFailureText();
  const previewed = useStore(preview);
  const said: Said[] = [];
  const failure = refusal ?? previewed.failure;
  const text = failure && textOf(failure);
  if (failure?.kind === "refused" && text) {
    said.push({ field: fieldOfRefusal(failure.reason, failure.numbers), text });
  } else if (failure?.kind === "unreachable" && text && refusal) {
    said.push({ field: null, text });
  }
  const foreseen = previewed.preview;
  if (foreseen?.reason && previewed.isCurrent) {
    said.push({ field: fieldOfRefusal(foreseen.reason), text: foreseen.reasonText });
  }
  const fields: Partial<Record<DraftField, string>> = {};
  for (const { field, text: words } of said) if (field) fields[field] ??= words;
  for (const field of Object.keys(reading.problems) as DraftField[]) {
    const problem = reading.problems[field];
    // An empty market says about its leverage above the button, and needs no second mark.
    const isTold = problem && isChecked && !(field === "leverage" && market.leverages.length === 0);
    if (isTold) fields[field] = t(problem);
  }
  return { fields, whole: said.find(({ field }) => field === null)?.text ?? null };
}
