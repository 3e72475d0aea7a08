// Reports a payment once, however often the line breaks (T01), and says where a refusal belongs.

import type { WriteRequest } from "@truetick/contract";
import { useApp } from "../app/app.ts";
import { usePlaceFailure } from "../app/use-place-failure.ts";
import { beginWrite } from "../orders/write-once.ts";

const FIELD_OF_REASON = {
  DEPOSIT_BELOW_MINIMUM: "amount",
  DEPOSIT_ABOVE_MAXIMUM: "amount",
  PROOF_REQUIRED: "proof",
  UPLOAD_UNKNOWN: "proof",
} as const;

export type DepositErrors = { readonly amount?: string; readonly proof?: string };

/** Answers what is wrong by field; undefined when it was taken or a toast has said it. */
export function useSubmitDeposit(): <T>(
  request: WriteRequest<T>,
  onDone: (value: T) => void,
) => Promise<DepositErrors | undefined> {
  const { server } = useApp();
  const placeFailure = usePlaceFailure();
  return async (request, onDone) => {
    const answer = await beginWrite(server, request).send();
    if (!answer.isOk) return placeFailure(answer.failure, FIELD_OF_REASON);
    onDone(answer.value);
    return undefined;
  };
}
