// What is said beside which field of the ticket: what the page can tell once the reader has tried,
// what the server refused, and what its preview says it would refuse. The server's own words.

import { useSyncExternalStore } from "react";
import { useTranslations } from "use-intl";
import { useFailureText } from "../app/use-failure.ts";
import type { PreviewFeed } from "./preview-feed.ts";
import type { DraftField } from "./read-draft.ts";
import { fieldOfRefusal } from "./refused-field.ts";
import type { PricedTicket } from "./use-ticket.ts";

export type TicketErrors = {
  readonly fields: Readonly<Partial<Record<DraftField, string>>>;
  /** What is about no field in particular. */
  readonly whole: string | null;
};

type Said = { readonly field: DraftField | null; readonly text: string };

/** What the preview says would be refused. Its figures move every few seconds and say nothing. */
function useForeseen({ subscribe, get }: PreviewFeed) {
  const failure = useSyncExternalStore(subscribe, () => get().failure);
  const refused = useSyncExternalStore(subscribe, () => {
    const { preview, isCurrent } = get();
    return isCurrent && preview?.reason ? preview : null;
  });
  return { failure, reason: refused?.reason ?? null, reasonText: refused?.reasonText ?? "" };
}

export function useTicketErrors({
  reading,
  refusal,
  isChecked,
  preview,
  market,
}: PricedTicket): TicketErrors {
  const t = useTranslations("ticket.problems");
  const textOf = useFailureText();
  const { failure: foreseenFailure, reason, reasonText } = useForeseen(preview);
  const said: Said[] = [];
  const failure = refusal ?? foreseenFailure;
  const text = failure && textOf(failure);
  if (failure?.kind === "refused" && text) {
    said.push({ field: fieldOfRefusal(failure.reason, failure.numbers), text });
  } else if (failure?.kind === "unreachable" && text && refusal) {
    said.push({ field: null, text });
  }
  if (reason) said.push({ field: fieldOfRefusal(reason), text: reasonText });
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
