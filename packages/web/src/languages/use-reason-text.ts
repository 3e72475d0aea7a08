// Says a refusal before the server is asked, in the same words that it would use.

import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from "@truetick/contract";
import { useCallback } from "react";
import { useTranslations } from "use-intl";
import type { ClientReason } from "./client-reasons.ts";

export type ReasonText = (reason: ClientReason) => string;

/** The numbers that any of these texts speaks of. */
const NUMBERS = { min: PASSWORD_LENGTH_MIN, max: PASSWORD_LENGTH_MAX };

export function useReasonText(): ReasonText {
  const t = useTranslations("reasons");
  return useCallback((reason) => t(reason, NUMBERS), [t]);
}
