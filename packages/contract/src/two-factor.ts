// The second factor by a code that changes every 30 seconds (TOTP), and the recovery codes that
// stand in for a lost phone, on the wire and in our own words. Browser-safe: no schema library
// here; `two-factor.calls.ts` declares the calls.

/** How a login or a sensitive act can be confirmed beyond the password. */
export const SECOND_FACTORS = ["totp", "passkey"] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];

export type TwoFactorStatus = {
  readonly isOn: boolean;
  readonly recoveryCodesLeft: number;
};

export type TwoFactorStatusWire = { is_on: number; recovery_codes_left: number };

export function twoFactorStatusToWire(status: TwoFactorStatus): TwoFactorStatusWire {
  return { is_on: status.isOn ? 1 : 0, recovery_codes_left: status.recoveryCodesLeft };
}

export function twoFactorStatusFromWire(wire: TwoFactorStatusWire): TwoFactorStatus {
  return { isOn: wire.is_on === 1, recoveryCodesLeft: wire.recovery_codes_left };
}

/** What an authenticator app takes: shown once, while it is being set up. */
export type TwoFactorSetup = {
  /** Base32, for typing. */
  readonly secret: string;
  /** otpauth://…, for the QR code. */
  readonly uri: string;
};
