// The settings of a process that is not alone: which roles it plays, where the bus is, and over how
// many shards accounts are spread. Read by config.ts. Invariant: whoever plays less than everything
// has a database and a bus that the others reach too.

import { type Environment, readInteger, textOf } from "./config-readers.ts";
import { isRole, ROLE_NAMES, type Role } from "./platform/role.ts";
import { StartRefusal } from "./platform/start-refusal.ts";

export type Cluster = {
  /** In no order, each once, at least one. */
  readonly roles: readonly Role[];
  readonly natsUrl: string;
  /** What the names of all messages begin with, so that installations can share a bus. */
  readonly natsPrefix: string;
  /** Journals that accounts are spread over. */
  readonly shards: number;
  /** How long a process may be silent before another takes over what it does. */
  readonly leaseSec: number;
};

export const SHARDS_MAX = 64;
/** A failover is promised within five seconds; shorter than this is no time on a busy machine. */
const LEASE_SEC = { fallback: 3, min: 3, max: 60 };
const PREFIX = /^[a-z0-9][a-z0-9_-]{0,31}$/i;

/** Null: this one process plays every role, and needs no bus. */
export function readCluster(environment: Environment): Cluster | null {
  const roles = readRoles(environment);
  const shards = readInteger(environment, "SHARDS", { fallback: 1, min: 1, max: SHARDS_MAX });
  const natsUrl = readNatsUrl(environment);
  const natsPrefix = readPrefix(environment);
  const leaseSec = readInteger(environment, "LEASE_SECONDS", LEASE_SEC);
  if (roles === null) {
    if (shards === 1) return null;
    throw new StartRefusal(
      `SHARDS=${shards} needs roles: ROLES=all is one process with one shard. ` +
        "Set ROLES, DATABASE_URL and NATS_URL, or try `npm run cluster`.",
    );
  }
  const missing: string[] = [];
  if (!textOf(environment, "DATABASE_URL")) missing.push("DATABASE_URL");
  if (natsUrl === null) missing.push("NATS_URL");
  if (natsUrl === null || missing.length > 0) {
    throw new StartRefusal(
      `ROLES=${roles.join(",")} needs ${missing.join(" and ")}: ` +
        "processes that share the work meet in one database and on one bus.",
    );
  }
  return { roles, natsUrl, natsPrefix, shards, leaseSec };
}

function readRoles(environment: Environment): readonly Role[] | null {
  const text = textOf(environment, "ROLES") ?? "all";
  if (text === "all") return null;
  const names = text.split(",").map((name) => name.trim());
  const roles = names.filter(isRole);
  if (roles.length === names.length && new Set(roles).size === roles.length) return roles;
  throw new StartRefusal(
    `ROLES=${text} is not known; it is all, or a list of ${ROLE_NAMES.join(", ")}, each once.`,
  );
}

function readNatsUrl(environment: Environment): string | null {
  const text = textOf(environment, "NATS_URL");
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isNats = url?.protocol === "nats:" || url?.protocol === "tls:";
  if (url && isNats && url.hostname !== "") return text;
  // The value is not repeated: it may hold a password.
  throw new StartRefusal(
    "NATS_URL is not an address of NATS; one looks like nats://user:password@host:4222.",
  );
}

function readPrefix(environment: Environment): string {
  const text = textOf(environment, "NATS_PREFIX") ?? "truetick";
  if (PREFIX.test(text)) return text;
  throw new StartRefusal(
    `NATS_PREFIX=${text} is not a word of letters, digits, - and _, at most 32 of them.`,
  );
}
