// Why the caller cannot take money out for now, in words of the one who decided it (H11).
// Browser-safe: no schema library here; `freeze.calls.ts` declares the call.

export type PayoutFreeze = {
  /** By staff, or because the password was changed a short while ago. */
  readonly by: "staff" | "password";
  /** Unix seconds. */
  readonly until: number;
  /** What staff wrote; empty otherwise. */
  readonly reason: string;
};

export type PayoutFreezeWire = {
  frozen_by: "" | "staff" | "password";
  until: number;
  reason: string;
};

export function payoutFreezeToWire(freeze: PayoutFreeze | null): PayoutFreezeWire {
  if (freeze === null) return { frozen_by: "", until: 0, reason: "" };
  return { frozen_by: freeze.by, until: freeze.until, reason: freeze.reason };
}

/** Null: nothing is frozen. */
export function payoutFreezeFromWire(wire: PayoutFreezeWire): PayoutFreeze | null {
  if (wire.frozen_by === "") return null;
  return { by: wire.frozen_by, until: wire.until, reason: wire.reason };
}
