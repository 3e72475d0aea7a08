// The staff's side of the area of people: sessions, proposals, approvals, the audit log and what
// waits. Composed by members.ts; the areas above register their kinds of proposals, their queues
// and the things that are decided by hash.

import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Handlers, StaffCaller } from "../../platform/handler.ts";
import type { Log } from "../../platform/log.ts";
import { createObjectHashes, type ObjectHashes } from "../approvals/object-hashes.ts";
import { countOpenFor, storedProposalHash } from "../proposals/proposal-table.ts";
import { createProposalHandlers, type ProposalHandlers } from "../proposals/proposals.routes.ts";
import { createProposals, type Proposals } from "../proposals/proposals.ts";
import { createDeskNetworks } from "./desk-networks.ts";
import { createQueues, type Queues } from "./queues.ts";
import { createStaffSessions, type StaffSessions } from "./staff-sessions.ts";

export type StaffDesk = {
  readonly handlers: ProposalHandlers & Handlers<"getSummary" | "getObjectHash">;
  readonly findStaff: (
    authorization: string | undefined,
    address: string,
  ) => Promise<StaffCaller | "ended" | null>;
  readonly sessions: StaffSessions;
  readonly proposals: Proposals;
  readonly objectHashes: Pick<ObjectHashes, "register">;
  readonly queues: Pick<Queues, "register">;
  readonly stop: () => Promise<void>;
};

export type StaffDeskParts = {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** How long what is announced waits. */
  readonly noticeSec: number;
  /** Networks in CIDR notation that the desk is for; none: everywhere. */
  readonly deskAllowed: readonly string[];
};

export function createStaffDesk(parts: StaffDeskParts): StaffDesk {
  const { database } = parts;
  const networks = createDeskNetworks(parts.deskAllowed);
  const sessions = createStaffSessions({ database, networks });
  const proposals = createProposals(parts);
  const objectHashes = createObjectHashes(parts);
  const queues = createQueues();
  objectHashes.register({ kind: "proposal", permission: "any", read: storedProposalHash });
  queues.register("proposals", "any", (staff) =>
    countOpenFor(database, { kinds: proposals.kinds.decidedBy(staff), staffId: staff.staffId }),
  );
  return {
    handlers: {
      ...createProposalHandlers({ database, proposals }),
      ...objectHashes.handlers,
      ...queues.handlers,
    },
    findStaff: sessions.find,
    sessions,
    proposals,
    objectHashes,
    queues,
    stop: proposals.stop,
  };
}
