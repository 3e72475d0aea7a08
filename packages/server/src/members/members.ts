// The area of people: who they are, their sessions, and the demo login. Composed by main.ts, which
// hands its handlers and `findCaller` to the gateway.

import { type User, userToWire } from "@truetick/contract";
import type { Clock } from "../platform/clock.ts";
import type { Database, DatabaseAddress } from "../platform/database.ts";
import type { Caller, Handlers } from "../platform/handler.ts";
import type { Log } from "../platform/log.ts";
import type { Sequencer } from "../trading/sequencer/sequencer.ts";
import { createDemoLogin } from "./demo/log-in-demo.ts";
import { createSessions, type Sessions } from "./sessions/sessions.ts";
import { findMember, userOf } from "./users/user-table.ts";

export type Members = {
  readonly handlers: Handlers<"logInDemo" | "getUser" | "logOut">;
  readonly findCaller: (authorization: string | undefined) => Promise<Caller | null>;
  readonly sessions: Sessions;
  readonly stop: () => Promise<void>;
};

export function createMembers(parts: {
  readonly database: Database;
  /** Listening to what is ended elsewhere takes a connection of its own. */
  readonly address: DatabaseAddress;
  readonly clock: Clock;
  readonly log: Log;
  readonly sequencer: Pick<Sequencer, "submit" | "read">;
}): Members {
  const sessions = createSessions(parts);
  return {
    handlers: {
      logInDemo: createDemoLogin({ ...parts, sessions }),
      getUser: async (_fields, { caller }) =>
        userToWire(await readUser(parts.database, caller.userId)),
      logOut: async (_fields, { caller }) => {
        await sessions.revoke(caller.sessionId);
        return {};
      },
    },
    findCaller: sessions.find,
    sessions,
    stop: sessions.stop,
  };
}

async function readUser(database: Database, userId: number): Promise<User> {
  const member = await findMember(database, { userId });
  if (!member) throw new Error("Invariant: whoever has a session exists");
  return userOf(member);
}
