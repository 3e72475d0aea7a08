// The calls about proof, one line per noun. Server side only (zod).

import { getOwnLiability, listLiabilities } from "./liabilities.calls.ts";
import {
  downloadFigureRows,
  getLosingShare,
  getTransparency,
  listRawQuotes,
} from "./transparency.calls.ts";
import { getWhy } from "./why.calls.ts";

export { liabilitiesPageFromFields, liabilityCutFromFields } from "./liabilities.calls.ts";
export { figureRowsFromFields, rawQuotesFromFields } from "./transparency.calls.ts";
export { whyOrderFromFields } from "./why.calls.ts";

export const PROOF_CALLS = {
  listLiabilities,
  getOwnLiability,
  getTransparency,
  getLosingShare,
  downloadFigureRows,
  listRawQuotes,
  getWhy,
} as const;
