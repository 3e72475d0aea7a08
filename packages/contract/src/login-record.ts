// One login of a person, done or refused, on the wire and in our own words. Browser-safe: no schema
// library here; `login-record.calls.ts` declares the call.

export const LOGIN_METHODS = ["password", "passkey", "demo"] as const;
export type LoginMethod = (typeof LOGIN_METHODS)[number];

export type LoginRecord = {
  readonly id: string;
  /** Unix seconds, and as text for people (UTC). */
  readonly at: number;
  readonly atText: string;
  /** As "Chrome on Android", in the reader's language. */
  readonly device: string;
  /** Masked: "203.0.x.x". */
  readonly address: string;
  readonly method: LoginMethod;
  /** False: somebody was turned away at this person's door. */
  readonly isOk: boolean;
};

export type LoginRecordWire = {
  Id: string;
  At: number;
  AtTran: string;
  Device: string;
  Address: string;
  Method: LoginMethod;
  Outcome: "ok" | "refused";
};

export type LoginRecordPage = {
  readonly records: readonly LoginRecord[];
  readonly total: number;
};

export function loginRecordToWire(record: LoginRecord): LoginRecordWire {
  return {
    Id: record.id,
    At: record.at,
    AtTran: record.atText,
    Device: record.device,
    Address: record.address,
    Method: record.method,
    Outcome: record.isOk ? "ok" : "refused",
  };
}

export function loginRecordFromWire(wire: LoginRecordWire): LoginRecord {
  return {
    id: wire.Id,
    at: wire.At,
    atText: wire.AtTran,
    device: wire.Device,
    address: wire.Address,
    method: wire.Method,
    isOk: wire.Outcome === "ok",
  };
}
