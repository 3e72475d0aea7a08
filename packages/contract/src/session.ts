// Who is logged in, on the wire and in our own words. The only file that knows the spec's
// spelling of it. Browser-safe: no schema library here; `session.calls.ts` declares the calls.

export type User = {
  readonly id: string;
  /** The number people quote to support. */
  readonly uid: string;
  /** Empty for demo users. */
  readonly email: string;
  /** All but its ends is hidden; empty where there is none. */
  readonly mobile: string;
  /** Where the user comes from; empty where that is not known. */
  readonly areaId: string;
  readonly isDemo: boolean;
  /** Empty for demo users, who invite nobody. */
  readonly inviteCode: string;
  readonly hasTwoFactor: boolean;
  readonly hasPasskey: boolean;
  /** As text for people, in their language (UTC). */
  readonly createdAtText: string;
};

export type UserWire = {
  id: string;
  uid: string;
  email: string;
  mobile: string;
  area_id: string;
  is_demo: number;
  invite_code: string;
  has_two_factor: number;
  has_passkey: number;
  created_at: string;
};

export function userToWire(user: User): UserWire {
  return {
    id: user.id,
    uid: user.uid,
    email: user.email,
    mobile: user.mobile,
    area_id: user.areaId,
    is_demo: user.isDemo ? 1 : 0,
    invite_code: user.inviteCode,
    has_two_factor: user.hasTwoFactor ? 1 : 0,
    has_passkey: user.hasPasskey ? 1 : 0,
    created_at: user.createdAtText,
  };
}

export function userFromWire(wire: UserWire): User {
  return {
    id: wire.id,
    uid: wire.uid,
    email: wire.email,
    mobile: wire.mobile,
    areaId: wire.area_id,
    isDemo: wire.is_demo === 1,
    inviteCode: wire.invite_code,
    hasTwoFactor: wire.has_two_factor === 1,
    hasPasskey: wire.has_passkey === 1,
    createdAtText: wire.created_at,
  };
}

/** What logging in gives: the secret that goes into the `authorization` header, and whose it is. */
export type Session = {
  readonly token: string;
  readonly user: User;
  /** Names the user to the support chat without saying who it is; opens nothing. */
  readonly identifierHash: string;
};

export type SessionWire = { token: string; user: UserWire; identifier_hash: string };

export function sessionToWire(session: Session): SessionWire {
  return {
    token: session.token,
    user: userToWire(session.user),
    identifier_hash: session.identifierHash,
  };
}

export function sessionFromWire(wire: SessionWire): Session {
  return {
    token: wire.token,
    user: userFromWire(wire.user),
    identifierHash: wire.identifier_hash,
  };
}
