// People as staff see them: found by how a name of theirs begins, shown with their accounts,
// sessions, freezes, notes and newest money. Without the permission users.pii, addresses and
// numbers come masked from the server. Browser-safe: no schema library.

/** How long somebody's payouts can be stopped by one person. */
export const FREEZE_HOURS_MAX = 72;
export const FREEZE_REASON_LENGTH_MAX = 500;
export const NOTE_LENGTH_MAX = 2_000;
export const USER_SEARCH_LENGTH_MAX = 100;

export type DeskUser = {
  readonly id: string;
  readonly uid: string;
  /** Masked without users.pii; empty where there is none. */
  readonly email: string;
  readonly mobile: string;
  readonly isDemo: boolean;
  readonly isCertified: boolean;
  /** ISO 3166; empty where it is not known. */
  readonly area: string;
  /** The ledger balance of the main account; 6 decimals. */
  readonly cash: string;
  /** Unix seconds; null when nothing is frozen. */
  readonly frozenUntil: number | null;
  readonly createdAt: number;
};

export type DeskUserWire = {
  id: string;
  uid: string;
  email: string;
  mobile: string;
  is_demo: number;
  is_certified: number;
  area: string;
  cash: string;
  frozen_until: number;
  created_at: number;
};

export function deskUserToWire(user: DeskUser): DeskUserWire {
  return {
    id: user.id,
    uid: user.uid,
    email: user.email,
    mobile: user.mobile,
    is_demo: user.isDemo ? 1 : 0,
    is_certified: user.isCertified ? 1 : 0,
    area: user.area,
    cash: user.cash,
    frozen_until: user.frozenUntil ?? 0,
    created_at: user.createdAt,
  };
}

export function deskUserFromWire(wire: DeskUserWire): DeskUser {
  return {
    id: wire.id,
    uid: wire.uid,
    email: wire.email,
    mobile: wire.mobile,
    isDemo: wire.is_demo === 1,
    isCertified: wire.is_certified === 1,
    area: wire.area,
    cash: wire.cash,
    frozenUntil: wire.frozen_until === 0 ? null : wire.frozen_until,
    createdAt: wire.created_at,
  };
}

/** One of a person's accounts at this moment; amounts with 6 decimals. */
export type DeskAccount = {
  readonly id: string;
  readonly is_main: number;
  readonly cash: string;
  readonly equity: string;
  readonly used: string;
  readonly reserved: string;
  /** Withdrawals under review. */
  readonly held: string;
  readonly available: string;
  readonly profit: string;
};

export type DeskUserSession = {
  readonly id: string;
  readonly device: string;
  readonly address: string;
  readonly created_at: number;
  readonly last_used_at: number;
};

/** A freeze, or (`until` 0) the lifting of one. */
export type DeskFreeze = {
  readonly until: number;
  readonly reason: string;
  readonly staff_id: string;
  readonly staff_name: string;
  readonly at: number;
};

export type DeskNote = {
  readonly id: string;
  readonly text: string;
  readonly staff_id: string;
  readonly staff_name: string;
  readonly at: number;
};

/** One of the newest deposits, withdrawals and adjustments. */
export type DeskMoney = {
  readonly kind: "deposit" | "withdrawal" | "adjustment";
  readonly id: string;
  /** USD with 6 decimals, signed; empty where it is not decided yet. */
  readonly amount: string;
  /** In the words of its own list. */
  readonly status: string;
  readonly at: number;
};

/** Everything about one person. Inner rows have one spelling on the wire and in the apps. */
export type DeskUserFile = {
  readonly user: DeskUser;
  readonly hasTwoFactor: boolean;
  readonly hasPasskey: boolean;
  readonly language: string;
  /** The number of who invited this one; empty for nobody. */
  readonly invitedBy: string;
  readonly accounts: readonly DeskAccount[];
  readonly sessions: readonly DeskUserSession[];
  readonly freezes: readonly DeskFreeze[];
  readonly notes: readonly DeskNote[];
  readonly money: readonly DeskMoney[];
};

export type DeskUserFileWire = {
  user: DeskUserWire;
  has_two_factor: number;
  has_passkey: number;
  language: string;
  invited_by: string;
  accounts: DeskAccount[];
  sessions: DeskUserSession[];
  freezes: DeskFreeze[];
  notes: DeskNote[];
  money: DeskMoney[];
};

export function deskUserFileToWire(file: DeskUserFile): DeskUserFileWire {
  return {
    user: deskUserToWire(file.user),
    has_two_factor: file.hasTwoFactor ? 1 : 0,
    has_passkey: file.hasPasskey ? 1 : 0,
    language: file.language,
    invited_by: file.invitedBy,
    accounts: [...file.accounts],
    sessions: [...file.sessions],
    freezes: [...file.freezes],
    notes: [...file.notes],
    money: [...file.money],
  };
}

export function deskUserFileFromWire(wire: DeskUserFileWire): DeskUserFile {
  return {
    user: deskUserFromWire(wire.user),
    hasTwoFactor: wire.has_two_factor === 1,
    hasPasskey: wire.has_passkey === 1,
    language: wire.language,
    invitedBy: wire.invited_by,
    accounts: wire.accounts,
    sessions: wire.sessions,
    freezes: wire.freezes,
    notes: wire.notes,
    money: wire.money,
  };
}

/** A line of somebody's ledger; amounts with 6 decimals. */
export type DeskLedgerLine = {
  readonly id: string;
  readonly amount: string;
  readonly balance: string;
  readonly cause: string;
  readonly cause_id: string;
  readonly at: number;
};
