// The staff's side of the area of people: sessions, proposals, approvals, the audit log and what
// waits. Composed by members.ts; the areas above register their kinds of proposals, their queues
// and the things that are decided by hash.

import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Handlers, StaffCaller } from "../../platform/handler.ts";
import type { Log } from "../../platform/log.ts";
import type { BatchMessenger } from "../../platform/outbox/message.ts";
import { createSeal } from "../../platform/secrets/seal.ts";
import { createObjectHashes, type ObjectHashes } from "../approvals/object-hashes.ts";
import type { AttemptWindows } from "../attempts/attempt-windows.ts";
import type { Passwords } from "../passwords/passwords.ts";
import { countOpenFor, storedProposalHash } from "../proposals/proposal-table.ts";
import { createProposalHandlers, type ProposalHandlers } from "../proposals/proposals.routes.ts";
import { createProposals, type Proposals } from "../proposals/proposals.ts";
import { createStaffKind } from "./change-staff.ts";
import { createDeskNetworks, type DeskNetworks } from "./desk-networks.ts";
import { createStaffLogin, type StaffLoginHandlers } from "./log-in-staff.ts";
import { createQueues, type Queues } from "./queues.ts";
import { type OperatorSeed, type SeededOperator, seedOperators } from "./seed-operators.ts";
import { createStaffHandlers, type StaffHandlers } from "./staff.routes.ts";
import { createStaffGate } from "./staff-limits.ts";
import { createStaffSessions, type StaffSessions } from "./staff-sessions.ts";
import { createStaffTickets } from "./staff-tickets.ts";

export type StaffDesk = {
  readonly handlers: StaffLoginHandlers &
    StaffHandlers &
    ProposalHandlers &
    Handlers<"getSummary" | "getObjectHash">;
  readonly findStaff: (
    authorization: string | undefined,
    address: string,
  ) => Promise<StaffCaller | "ended" | null>;
  readonly sessions: StaffSessions;
  /** Whether the desk is there for whoever comes from this address. */
  readonly allowsDesk: DeskNetworks["allow"];
  readonly proposals: Proposals;
  readonly objectHashes: Pick<ObjectHashes, "register">;
  readonly queues: Pick<Queues, "register">;
  /** The first two, where nobody works here yet; answers what has to be printed. */
  readonly seed: (operators: readonly OperatorSeed[]) => Promise<readonly SeededOperator[]>;
  readonly stop: () => Promise<void>;
};

export type StaffDeskParts = {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether what happens by itself happens in this process. */
  readonly runsJobs: boolean;
  readonly passwords: Passwords;
  readonly attempts: AttemptWindows;
  readonly messenger: BatchMessenger;
  readonly sealKey: Buffer;
  readonly mode: "sandbox" | "live";
  readonly publicOrigin: string;
  /** How long what is announced waits. */
  readonly noticeSec: number;
  /** Networks in CIDR notation that the desk is for; none: everywhere. */
  readonly deskAllowed: readonly string[];
};

export function createStaffDesk(parts: StaffDeskParts): StaffDesk {
  const { database, sealKey } = parts;
  const networks = createDeskNetworks(parts.deskAllowed);
  const sessions = createStaffSessions({ database, networks });
  const proposals = createProposals(parts);
  const objectHashes = createObjectHashes(parts);
  const queues = createQueues();
  const tickets = createStaffTickets({ database, seal: createSeal(sealKey, "staff-ticket") });
  const login = createStaffLogin({
    ...parts,
    networks,
    sessions,
    tickets,
    gate: createStaffGate(parts),
    seal: createSeal(sealKey, "staff-totp"),
  });
  proposals.register(createStaffKind({ ...parts, tickets }));
  objectHashes.register({ kind: "proposal", permission: "any", read: storedProposalHash });
  queues.register("proposals", "any", (staff) =>
    countOpenFor(database, { kinds: proposals.kinds.decidedBy(staff), staffId: staff.staffId }),
  );
  return {
    handlers: {
      ...login,
      ...createStaffHandlers({ database, sessions }),
      ...createProposalHandlers({ database, proposals }),
      ...objectHashes.handlers,
      ...queues.handlers,
    },
    findStaff: sessions.find,
    allowsDesk: networks.allow,
    sessions,
    proposals,
    objectHashes,
    queues,
    seed: (operators) => seedOperators(parts, operators),
    stop: proposals.stop,
  };
}
