// What happens to a session: it is looked at when the app starts, given to the live socket, ended
// by its owner, or found to have ended elsewhere. Composed once by main.tsx. Invariant: only an
// answer to the token of now ends the session of now; a late answer to an older one ends nothing.

import { requestLogOut, requestUser } from "@truetick/contract";
import type { Router, Toasts } from "@truetick/ui/state";
import type { EndedSession, Server } from "../api/server.ts";
import type { LiveSocket } from "../live/live-socket.ts";
import { loginPathFrom } from "./from.ts";
import type { SessionStore } from "./session.ts";

export type SessionLife = {
  /** Logs the socket in, now and on every change, and asks who the user is; silent. */
  readonly start: () => void;
  /** The server said that it knows no such session. */
  readonly noteEnded: (ended: EndedSession) => void;
  /** The socket's session was ended: asks, so that the answer says what is to be done. */
  readonly noteSocketEnded: () => void;
  /** Asks who the user is; what went wrong is nobody's business. */
  readonly refreshUser: () => Promise<void>;
  /** Ends it here and on the server, leaves the socket's session, and goes to the start. */
  readonly logOut: () => Promise<void>;
};

export type SessionParts = {
  readonly session: SessionStore;
  readonly server: Server;
  readonly socket: Pick<LiveSocket, "logIn">;
  readonly router: Pick<Router, "location" | "navigate">;
  readonly toasts: Pick<Toasts, "show" | "clear">;
};

export function createSessionLife(parts: SessionParts): SessionLife {
  const { session, server, socket, router, toasts } = parts;

  async function askUser(isInitial: boolean): Promise<void> {
    const token = session.get()?.token;
    if (token === undefined) return;
    const answer = await server.read(requestUser(), { isInitial });
    if (answer.isOk) session.amend(token, answer.value);
  }

  function noteEnded({ token, text, isInitial }: EndedSession): void {
    if ((session.get()?.token ?? null) !== token) return;
    session.end();
    if (isInitial) return;
    toasts.show({ tone: "failed", title: text });
    router.navigate(loginPathFrom(router.location.get()));
  }

  return {
    start() {
      let token: string | null = null;
      const follow = () => {
        const next = session.get()?.token ?? null;
        if (next === token) return;
        token = next;
        socket.logIn(next);
        // What was told to a visitor, or to the user before, is over.
        if (next !== null) toasts.clear();
      };
      follow();
      session.subscribe(follow);
      void askUser(true);
    },
    noteEnded,
    noteSocketEnded() {
      const token = session.get()?.token;
      void askUser(false).then(() => {
        // Only an answer that knows the session leaves it standing.
        if (token !== undefined && session.get()?.token === token) socket.logIn(token);
      });
    },
    refreshUser: () => askUser(true),
    async logOut() {
      // The server is told with the token of now; whether it hears is not worth waiting for.
      const told = server.write(requestLogOut(), { isInitial: true });
      // First away: a screen that needs a login would lead to /login instead.
      router.navigate("/");
      session.end();
      await told;
    },
  };
}
