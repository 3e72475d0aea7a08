// The call about the house's exposure as the desk's app makes it. Browser-safe.

import type { ReadRequest } from "../market.requests.ts";
import {
  type Exposure,
  type ExposureBook,
  type ExposureWire,
  exposureFromWire,
} from "./exposure.ts";

export function requestExposure(book: ExposureBook): ReadRequest<Exposure> {
  return {
    path: "/v1/api/desk/exposure",
    query: { book },
    read: (wire) => exposureFromWire(wire as ExposureWire),
  };
}
