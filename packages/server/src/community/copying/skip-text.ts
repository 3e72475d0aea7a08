// Why something was not copied, in the reader's words: the engine's own reasons as every refusal is
// told, and those of the rule that sizes copies.

import type { Language } from "@truetick/contract";
import { formatLots } from "@truetick/money";
import { type Refused, refuse } from "../../platform/handler.ts";
import { text } from "../../platform/messages.ts";
import { refusalToReason } from "../../trading/refusal-reason.ts";
import type { SkipReason } from "./copy-plan.ts";

export type SkipReader = {
  readonly language: Language;
  /** Of the market that was to be dealt in. */
  readonly pricePrecision: number;
};

export function skipText(reason: SkipReason, reader: SkipReader): string {
  const refused = refusedBy(reason, reader);
  return text(reader.language, `reasons.${refused.reason}`, refused.numbers);
}

function refusedBy(reason: SkipReason, reader: SkipReader): Refused {
  switch (reason.reason) {
    case "COPY_TOO_SMALL": {
      const { lots, lotsMin } = reason;
      return refuse(reason.reason, { lots: formatLots(lots), lotsMin: formatLots(lotsMin) });
    }
    case "COPY_PART_TOO_SMALL": {
      const { lots, lotStep } = reason;
      return refuse(reason.reason, { lots: formatLots(lots), lotStep: formatLots(lotStep) });
    }
    case "LEADER_WITHOUT_EQUITY":
      return refuse(reason.reason);
    default:
      return refusalToReason(reason, reader);
  }
}
