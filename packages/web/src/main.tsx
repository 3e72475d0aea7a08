// The trader's app, composed: every part is made here, once, and handed down. Asks for the market
// list, the texts and the first screen at the same time, then draws.

import "@truetick/ui/tokens.css";
import "@truetick/ui/fonts.css";
import "@truetick/ui/base.css";
import {
  type Language,
  type Messages,
  requestAreas,
  requestPlatformSettings,
} from "@truetick/contract";
import { createNotation, NotationProvider } from "@truetick/ui";
import { useEffect, useMemo, useState } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "use-intl";
import { createAccountBook } from "./account/account-book.ts";
import { createServer } from "./api/server.ts";
import { type App, AppProvider } from "./app/app.ts";
import { RefreshOnEnter } from "./app/refresh-on-enter.tsx";
import { createResource } from "./app/resource.ts";
import { createRouter } from "./app/router.ts";
import { prefetchScreen } from "./app/screens.tsx";
import { Shell } from "./app/shell.tsx";
import { browserStorage } from "./app/storage.ts";
import { useStore } from "./app/store.ts";
import { createToasts } from "./app/toasts.ts";
import { createSiteStatus } from "./companies/site-status.ts";
import { loadCatalogue } from "./languages/catalogue.ts";
import { createLive } from "./live/live.ts";
import { createCurrentMarket } from "./markets/current-market.ts";
import { createMarketList } from "./markets/market-list.ts";
import { SparklineCache } from "./markets/sparklines.ts";
import { createSession } from "./session/session.ts";
import { createSessionLife } from "./session/session-life.ts";
import { createAccountSettings } from "./settings/account-settings.ts";
import { showDeviceNotices } from "./settings/device-notices.ts";
import { createPreferences, showLook } from "./settings/preferences.ts";

function compose(): App {
  const { origin } = window.location;
  const storage = browserStorage;
  const preferences = createPreferences(storage, matchMedia("(prefers-color-scheme: light)"));
  const language = () => preferences.get().language.id;
  const session = createSession(storage);
  const server = createServer({
    origin,
    language,
    token: () => session.get()?.token ?? null,
    onSessionEnded: (ended) => sessionLife.noteEnded(ended),
  });
  const live = createLive({
    origin,
    storage,
    onSessionEnded: () => sessionLife.noteSocketEnded(),
  });
  const router = createRouter(window);
  const toasts = createToasts();
  const sessionLife = createSessionLife({ session, server, socket: live.socket, router, toasts });
  return {
    router,
    server,
    session,
    sessionLife,
    live,
    account: createAccountBook({ live, session }),
    markets: createMarketList(server, live.seed),
    sparklines: new SparklineCache({
      server,
      dayOpenOf: (marketId) => live.board.get(marketId)?.quote.dayOpen ?? null,
    }),
    currentMarket: createCurrentMarket(storage),
    preferences,
    siteStatus: createSiteStatus(server),
    platformSettings: createResource({ server, language, request: requestPlatformSettings }),
    areas: createResource({ server, language, request: requestAreas }),
    storage,
    toasts,
  };
}

type Texts = { readonly language: Language; readonly messages: Messages };

/** The texts of the chosen language; those of the last one until they have come. */
function useTexts(app: App, first: Texts): Texts {
  const { language } = useStore(app.preferences);
  const [texts, setTexts] = useState(first);
  useEffect(() => {
    if (language === texts.language) return;
    let isWanted = true;
    void loadCatalogue(language.id).then(
      (messages) => {
        if (!isWanted) return;
        setTexts({ language, messages });
        // Markets and categories are named by the server, in the reader's language.
        void app.markets.refresh();
      },
      () => app.preferences.chooseLanguage(texts.language.id),
    );
    return () => {
      isWanted = false;
    };
  }, [app, language, texts.language]);
  return texts;
}

function Root({ app, first }: { readonly app: App; readonly first: Texts }) {
  const { language, messages } = useTexts(app, first);
  const notation = useMemo(() => createNotation(language.tag), [language]);
  const look = useStore(app.preferences.look);
  useEffect(() => showLook(look, document.documentElement), [look]);
  return (
    <AppProvider value={app}>
      <IntlProvider locale={notation.tag} messages={messages}>
        <NotationProvider value={notation}>
          <RefreshOnEnter />
          <Shell />
        </NotationProvider>
      </IntlProvider>
    </AppProvider>
  );
}

/** A page that was asleep, or a line that is back, does not wait for its next try. */
function wakeWithThePage({ live }: App): void {
  const wake = () => {
    if (!document.hidden) live.socket.wake();
  };
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("pageshow", wake);
  window.addEventListener("online", wake);
  window.addEventListener("offline", () => live.socket.lose());
}

async function start(): Promise<void> {
  const app = compose();
  app.sessionLife.start();
  // After the life of the session: the socket logs in first, then follows the account.
  app.account.start();
  createAccountSettings(app).start();
  showDeviceNotices(app);
  void app.siteStatus.load();
  app.live.socket.ensure();
  wakeWithThePage(app);
  void app.markets.refresh();
  const { language } = app.preferences.get();
  const [messages] = await Promise.all([
    loadCatalogue(language.id),
    prefetchScreen(app.router.location.get().path),
  ]);
  const place = document.getElementById("app");
  if (!place) throw new Error("Invariant: index.html has a place for the app");
  createRoot(place).render(<Root app={app} first={{ language, messages }} />);
}

void start();
