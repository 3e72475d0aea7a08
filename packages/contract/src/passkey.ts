// Passkeys (WebAuthn) of a member, on the wire and in our own words. What the browser's own
// functions take and give is JSON of the WebAuthn standard and passes through untouched.
// Browser-safe: no schema library here; `passkey.calls.ts` declares the calls.

export const PASSKEY_NAME_LENGTH_MAX = 60;

export type Passkey = {
  readonly id: string;
  /** As the member called it. */
  readonly name: string;
  /** Unix seconds. */
  readonly createdAt: number;
  /** Null: never used to log in. */
  readonly lastUsedAt: number | null;
};

export type PasskeyWire = { Id: string; Name: string; CreatedAt: number; LastUsedAt: number };

export function passkeyToWire(passkey: Passkey): PasskeyWire {
  return {
    Id: passkey.id,
    Name: passkey.name,
    CreatedAt: passkey.createdAt,
    LastUsedAt: passkey.lastUsedAt ?? 0,
  };
}

export function passkeyFromWire(wire: PasskeyWire): Passkey {
  return {
    id: wire.Id,
    name: wire.Name,
    createdAt: wire.CreatedAt,
    lastUsedAt: wire.LastUsedAt === 0 ? null : wire.LastUsedAt,
  };
}

/** A question to the browser's authenticator: good for one answer within five minutes. */
export type PasskeyChallenge = {
  /** Goes back with the answer. */
  readonly id: string;
  /** For `navigator.credentials`, as JSON of the WebAuthn standard. */
  readonly options: Readonly<Record<string, unknown>>;
};
