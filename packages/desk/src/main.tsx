// The operator's app. Its first page is the health of the system; queues, users and markets come
// with the parts of the server that they show.

import "@truetick/ui/tokens.css";
import "@truetick/ui/fonts.css";
import "@truetick/ui/base.css";
import messages from "@truetick/contract/messages/en.json";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "use-intl";
import { DeskShell } from "./app/desk-shell.tsx";
import { HealthScreen } from "./health/health.screen.tsx";

const place = document.getElementById("app");
if (!place) throw new Error("Invariant: index.html has a place for the app");

createRoot(place).render(
  <IntlProvider locale="en" messages={messages}>
    <DeskShell>
      <HealthScreen />
    </DeskShell>
  </IntlProvider>,
);
