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

export function requestDisableTwoFactor(code: string): WriteRequest<null> {
  return {
    path: "/v1/api/main/two_factor/disable",
    fields: { auth_code: code },
    read: () => null,
  };
}

export function requestRecoveryCodes(code: string): WriteRequest<readonly string[]> {
  return {
    path: "/v1/api/main/two_factor/recovery_codes",
    fields: { auth_code: code },
    read: readRecoveryCodes,
  };
}

function readRecoveryCodes(wire: unknown): readonly string[] {
  return (wire as { recovery_codes: string[] }).recovery_codes;
}
