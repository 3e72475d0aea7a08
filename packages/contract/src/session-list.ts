// The open sessions of a person, on the wire and in our own words. Browser-safe: no schema library
// here; `session-list.calls.ts` declares the calls. Addresses are masked before they are stored:
// nobody can read more than the beginning of the network.

export type OpenSession = {
  readonly id: string;
  /** As "Chrome on Android", in the reader's language. */
  readonly device: string;
  /** Masked: "203.0.x.x". */
  readonly address: string;
  /** Unix seconds. */
  readonly createdAt: number;
  readonly lastUsedAt: number;
  /** The session that asked. */
  readonly isCurrent: boolean;
};

export type OpenSessionWire = {
  Id: string;
  Device: string;
  Address: string;
  CreatedAt: number;
  LastUsedAt: number;
  IsCurrent: number;
};

export function openSessionToWire(session: OpenSession): OpenSessionWire {
  return {
    Id: session.id,
    Device: session.device,
    Address: session.address,
    CreatedAt: session.createdAt,
    LastUsedAt: session.lastUsedAt,
    IsCurrent: session.isCurrent ? 1 : 0,
  };
}

export function openSessionFromWire(wire: OpenSessionWire): OpenSession {
  return {
    id: wire.Id,
    device: wire.Device,
    address: wire.Address,
    createdAt: wire.CreatedAt,
    lastUsedAt: wire.LastUsedAt,
    isCurrent: wire.IsCurrent === 1,
  };
}
