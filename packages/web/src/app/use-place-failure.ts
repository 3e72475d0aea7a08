// Puts a refusal where it belongs: beside the field it is about, or, when it is about none, into a
// toast. Every form of the app sends through this.

import type { Reason } from "@truetick/contract";
import { useCallback } from "react";
import type { Failure } from "../api/server.ts";
import { useTellFailure } from "./use-failure.ts";

/** Which field of the form a reason speaks of. */
export type FieldOfReason<Name extends string> = Readonly<Partial<Record<Reason, Name>>>;

export type PlaceFailure = <Name extends string>(
  failure: Failure,
  fieldOf: FieldOfReason<Name>,
) => Partial<Record<Name, string>> | undefined;

function fieldOfFailure<Name extends string>(
  failure: Failure,
  fieldOf: FieldOfReason<Name>,
): Name | null {
  if (failure.kind !== "refused" || failure.reason === null) return null;
  return fieldOf[failure.reason] ?? null;
}

export function usePlaceFailure(): PlaceFailure {
  const tellFailure = useTellFailure();
  return useCallback(
    <Name extends string>(failure: Failure, fieldOf: FieldOfReason<Name>) => {
      const field = fieldOfFailure(failure, fieldOf);
      if (field !== null && failure.kind === "refused") {
        // One name, one text: a record of that one field.
        return { [field]: failure.text } as Partial<Record<Name, string>>;
      }
      tellFailure(failure);
      return undefined;
    },
    [tellFailure],
  );
}
