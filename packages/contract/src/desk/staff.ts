// Who works here and what they may do: roles, permissions, and a member of the staff on the wire.
// Browser-safe; `staff.calls.ts` declares the calls. Invariant: a role grants what is listed here
// and nothing else; whoever has several has what any of them grants (T85).

export const ROLES = ["support", "finance", "compliance", "dealer", "editor", "admin"] as const;
export type Role = (typeof ROLES)[number];

export const PERMISSIONS = [
  "deposits.read",
  "deposits.decide",
  "withdrawals.read",
  "withdrawals.decide",
  "identity.read",
  "identity.decide",
  "users.read",
  "users.pii",
  "users.freeze",
  "users.note",
  "orders.read",
  "markets.read",
  "markets.change",
  "rails.read",
  "rails.change",
  "adjustments.read",
  "adjustments.change",
  "reserves.change",
  "settings.read",
  "settings.change",
  "staff.read",
  "staff.change",
  "audit.read",
  "outbox.read",
  "health.read",
  "exports.make",
  "support.read",
  "support.answer",
  "support.manage",
  "content.read",
  "content.write",
  "feedback.read",
  "feedback.answer",
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** What a staff call asks for: a permission, or only that somebody of the staff is logged in. */
export type CallPermission = Permission | "any";

const GRANTS: Readonly<Record<Role, readonly Permission[]>> = {
  support: [
    "users.read",
    "users.note",
    "orders.read",
    "markets.read",
    "health.read",
    "support.read",
    "support.answer",
    "feedback.read",
    "feedback.answer",
  ],
  finance: [
    "deposits.read",
    "deposits.decide",
    "withdrawals.read",
    "withdrawals.decide",
    "rails.read",
    "rails.change",
    "adjustments.read",
    "adjustments.change",
    "reserves.change",
    "users.read",
    "users.pii",
    "users.note",
    "orders.read",
    "exports.make",
    "health.read",
  ],
  compliance: [
    "identity.read",
    "identity.decide",
    "deposits.read",
    "withdrawals.read",
    "withdrawals.decide",
    "users.read",
    "users.pii",
    "users.freeze",
    "users.note",
    "orders.read",
    "audit.read",
    "exports.make",
    "health.read",
  ],
  dealer: ["orders.read", "markets.read", "markets.change", "health.read"],
  editor: ["content.read", "content.write", "health.read"],
  admin: PERMISSIONS,
};

export function permissionsOf(roles: readonly Role[]): ReadonlySet<Permission> {
  return new Set(roles.flatMap((role) => GRANTS[role]));
}

/** Whoever is logged in at the desk. */
export type StaffMember = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly Role[];
  readonly permissions: readonly Permission[];
};

export type StaffMemberWire = {
  id: string;
  name: string;
  email: string;
  roles: Role[];
  permissions: Permission[];
};

export function staffMemberToWire(member: Omit<StaffMember, "permissions">): StaffMemberWire {
  const { id, name, email, roles } = member;
  const granted = permissionsOf(roles);
  const permissions = PERMISSIONS.filter((permission) => granted.has(permission));
  return { id, name, email, roles: [...roles], permissions };
}

/** One line of the list of the staff. */
export type StaffEntry = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** Names the person outside of here; one person has one account (T87). */
  readonly personRef: string;
  readonly roles: readonly Role[];
  readonly hasFactor: boolean;
  readonly isDisabled: boolean;
  /** Unix seconds; 0 when never. */
  readonly lastLoginAt: number;
  readonly createdAt: number;
};

export type StaffEntryWire = {
  id: string;
  name: string;
  email: string;
  person_ref: string;
  roles: Role[];
  has_factor: number;
  is_disabled: number;
  last_login_at: number;
  created_at: number;
};

export function staffEntryToWire(entry: StaffEntry): StaffEntryWire {
  return {
    id: entry.id,
    name: entry.name,
    email: entry.email,
    person_ref: entry.personRef,
    roles: [...entry.roles],
    has_factor: entry.hasFactor ? 1 : 0,
    is_disabled: entry.isDisabled ? 1 : 0,
    last_login_at: entry.lastLoginAt,
    created_at: entry.createdAt,
  };
}

export function staffEntryFromWire(wire: StaffEntryWire): StaffEntry {
  return {
    id: wire.id,
    name: wire.name,
    email: wire.email,
    personRef: wire.person_ref,
    roles: wire.roles,
    hasFactor: wire.has_factor === 1,
    isDisabled: wire.is_disabled === 1,
    lastLoginAt: wire.last_login_at,
    createdAt: wire.created_at,
  };
}

/** What logging in answers: a session, or a factor that has to be set up first. */
export type StaffLogin =
  | { readonly kind: "session"; readonly token: string; readonly staff: StaffMember }
  | {
      readonly kind: "setup";
      readonly ticket: string;
      readonly secret: string;
      readonly uri: string;
    };

export type StaffSessionWire = { token: string; staff: StaffMemberWire };

export type StaffLoginWire =
  | StaffSessionWire
  | { setup: { ticket: string; secret: string; uri: string } };

export function staffLoginFromWire(wire: StaffLoginWire): StaffLogin {
  return "setup" in wire
    ? { kind: "setup", ...wire.setup }
    : { kind: "session", token: wire.token, staff: wire.staff };
}
