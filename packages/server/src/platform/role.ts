// The parts that a process can play. One process plays all of them by default; beside others, each
// plays those it was told to (ROLES), and everything that is shared goes over the database and the
// bus. Used by config.ts, which reads them, and main.ts, which starts what they need.

export const ROLE_NAMES = ["feed", "engine", "gateway", "jobs"] as const;

/**
 * feed: opens the sources of prices. engine: owns shards of accounts. gateway: answers people.
 * jobs: does what happens by itself.
 */
export type Role = (typeof ROLE_NAMES)[number];

export function isRole(name: string): name is Role {
  return ROLE_NAMES.some((role) => role === name);
}
