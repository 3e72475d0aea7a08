// A desk for tests: the real parts, with a wire that answers by path. What was sent is kept.

import { cleanup, configure, render } from "@testing-library/react";
import { permissionsOf, type Role, type StaffMember } from "@truetick/contract/desk";
import { createNotation, NotationProvider } from "@truetick/ui";
import { createRouter, createStore, createToasts, useStore } from "@truetick/ui/state";
import { IntlProvider } from "use-intl";
import { vi } from "vitest";
import messages from "../../messages/en.json";
import { createServer } from "../api/server.ts";
import { type Desk, DeskProvider } from "../app/desk.ts";
import { DeskShell } from "../app/desk-shell.tsx";
import { createLook } from "../app/look.ts";
import { createOpenWork } from "../app/open-work.ts";
import { LoginScreen } from "../login/login.screen.tsx";
import { createSession } from "../session/session.ts";

/** The code of a screen is fetched when it is opened, which a busy machine does slowly. */
configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 30_000 });

/** What stands in the envelope, or a refusal by its name. */
export type Reply = { readonly wire: unknown } | { readonly reason: string; readonly text: string };

export type Sent = { readonly path: string; readonly fields: Readonly<Record<string, string>> };

export type OpenDesk = {
  readonly desk: Desk;
  /** Everything that was written, oldest first. */
  readonly sent: Sent[];
  /** Answers from now on. */
  readonly answer: (path: string, reply: Reply) => void;
  /** What is asked there from now on waits until it is let go. */
  readonly hold: (path: string) => () => void;
  readonly close: () => void;
};

export function staffOf(id: string, ...roles: Role[]): StaffMember {
  const permissions = [...permissionsOf(roles)];
  return { id, name: `Operator ${id}`, email: `${id}@desk.test`, roles, permissions };
}

function responseTo(reply: Reply | undefined): Response {
  if (!reply) return Response.json({ code: 1503, msg: "no reply", reason: "UNAVAILABLE" });
  return "wire" in reply
    ? Response.json({ code: 1, msg: "", data: reply.wire })
    : Response.json({ code: 2599, msg: reply.text, reason: reply.reason });
}

function Root({ desk }: { readonly desk: Desk }) {
  const token = useStore(desk.session)?.token ?? null;
  return (
    <DeskProvider value={desk}>
      <IntlProvider locale="en" messages={messages} timeZone="UTC">
        <NotationProvider value={createNotation("en")}>
          {token === null ? <LoginScreen /> : <DeskShell key={token} />}
        </NotationProvider>
      </IntlProvider>
    </DeskProvider>
  );
}

/** Draws the desk at an address, for somebody or for nobody. */
export function openDesk(
  address: string,
  staff: StaffMember | null,
  replies: Readonly<Record<string, Reply>>,
): OpenDesk {
  sessionStorage.clear();
  window.history.replaceState(null, "", address);
  const known = new Map(Object.entries(replies));
  const held = new Map<string, Promise<void>>();
  const sent: Sent[] = [];
  const session = createSession(sessionStorage);
  if (staff) session.begin({ token: "token", staff });
  const server = createServer({
    origin: window.location.origin,
    token: () => session.get()?.token ?? null,
    onSessionEnded: () => session.end("expired"),
    send: async (input, init) => {
      const { pathname } = new URL(String(input));
      if (init?.method === "POST") {
        const fields = Object.fromEntries(new URLSearchParams(String(init.body)));
        sent.push({ path: pathname, fields });
      }
      await held.get(pathname);
      return responseTo(known.get(pathname));
    },
  });
  const router = createRouter(window);
  const health = createStore({ phase: "asking", last: null, timesMs: [] } as const);
  const desk: Desk = {
    server,
    session,
    router,
    toasts: createToasts(),
    look: createLook(localStorage, matchMedia("(prefers-color-scheme: light)"), document.body),
    openWork: createOpenWork({ server, isLoggedIn: () => true, host: document }),
    health: { ...health, ask: () => undefined },
  };
  render(<Root desk={desk} />);
  return {
    desk,
    sent,
    answer: (path, reply) => known.set(path, reply),
    hold: (path) => {
      let letGo: () => void = () => undefined;
      const waiting = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      held.set(path, waiting);
      return () => {
        held.delete(path);
        letGo();
      };
    },
    close: () => {
      cleanup();
      router.stop();
    },
  };
}
