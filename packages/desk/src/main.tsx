// The operator's app, composed: every part is made here, once, and handed down. Nobody sees a
// screen before the server has said who they are.

import "@truetick/ui/tokens.css";
import "@truetick/ui/fonts.css";
import "@truetick/ui/base.css";
import { requestStaffMe } from "@truetick/contract/desk";
import { createNotation, NotationProvider } from "@truetick/ui";
import { createRouter, createToasts, useStore } from "@truetick/ui/state";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "use-intl";
import messages from "../messages/en.json";
import { createServer } from "./api/server.ts";
import { type Desk, DeskProvider } from "./app/desk.ts";
import { DeskShell } from "./app/desk-shell.tsx";
import { createLook } from "./app/look.ts";
import { createOpenWork } from "./app/open-work.ts";
import { watchHealth } from "./health/health.state.ts";
import { LoginScreen } from "./login/login.screen.tsx";
import { createSession } from "./session/session.ts";

const LANGUAGE = "en";

function compose(): Desk {
  const session = createSession(sessionStorage);
  const server = createServer({
    origin: window.location.origin,
    token: () => session.get()?.token ?? null,
    onSessionEnded: (token) => {
      // A late answer to an older session says nothing of this one.
      if (session.get()?.token === token) session.end("expired");
    },
  });
  const isLoggedIn = () => session.get() !== null;
  return {
    session,
    server,
    router: createRouter(window),
    toasts: createToasts(),
    look: createLook(
      localStorage,
      matchMedia("(prefers-color-scheme: light)"),
      document.documentElement,
    ),
    openWork: createOpenWork({ server, isLoggedIn, host: document }),
    health: watchHealth(document),
  };
}

function Root({ desk }: { readonly desk: Desk }) {
  const token = useStore(desk.session)?.token ?? null;
  return (
    <DeskProvider value={desk}>
      <IntlProvider locale={LANGUAGE} messages={messages} timeZone="UTC">
        <NotationProvider value={createNotation(LANGUAGE)}>
          {token === null ? <LoginScreen /> : <DeskShell key={token} />}
        </NotationProvider>
      </IntlProvider>
    </DeskProvider>
  );
}

/** Roles may have changed since the window was loaded; a session may have ended. */
async function learnWho({ server, session }: Desk): Promise<void> {
  if (session.get() === null) return;
  const answer = await server.read(requestStaffMe());
  if (answer.isOk) session.amend(answer.value);
}

const desk = compose();
const place = document.getElementById("app");
if (!place) throw new Error("Invariant: index.html has a place for the app");
void learnWho(desk);
desk.openWork.start();
createRoot(place).render(<Root desk={desk} />);
