// The calls about the second factor as an app makes them. Browser-safe: no schema library.

import type { ReadRequest } from "./market.requests.ts";
import type { WriteRequest } from "./order.requests.ts";
import {
  type TwoFactorSetup,
  type TwoFactorStatus,
  type TwoFactorStatusWire,
  twoFactorStatusFromWire,
} from "./two-factor.ts";

export function requestTwoFactor(): ReadRequest<TwoFactorStatus> {
  return {
    path: "/v1/api/main/two_factor/status",
    query: {},
    read: (wire) => twoFactorStatusFromWire(wire as TwoFactorStatusWire),
  };
}

export function requestSetUpTwoFactor(): WriteRequest<TwoFactorSetup> {
  return {
    path: "/v1/api/main/two_factor/setup",
    fields: {},
    read: (wire) => wire as TwoFactorSetup,
  };
}

/** Answers the recovery codes, which are shown this once. */
export function requestEnableTwoFactor(code: string): WriteRequest<readonly string[]> {
  return {
    path: "/v1/api/main/two_factor/enable",
    fields: { auth_code: code },
    read: readRecoveryCodes,
  };
}

/** Null: the session has stepped up instead. */
export function requestDisableTwoFactor(code: string | null): WriteRequest<null> {
  return {
    path: "/v1/api/main/two_factor/disable",
    fields: code === null ? {} : { auth_code: code },
    read: () => null,
  };
}

/** Null: the session has stepped up instead. */
export function requestRecoveryCodes(code: string | null): WriteRequest<readonly string[]> {
  return {
    path: "/v1/api/main/two_factor/recovery_codes",
    fields: code === null ? {} : { auth_code: code },
    read: readRecoveryCodes,
  };
}

function readRecoveryCodes(wire: unknown): readonly string[] {
  return (wire as { recovery_codes: string[] }).recovery_codes;
}
