// The trader's app, composed: every part is made here, once, and handed down. Asks for the market
// list, the texts and the first screen at the same time, then draws.

import "@truetick/ui/tokens.css";
import "@truetick/ui/fonts.css";
import "@truetick/ui/base.css";
import "./app/opening.css";
import { type Language, requestAreas, requestPlatformSettings } from "@truetick/contract";
import { createNotation, NotationProvider } from "@truetick/ui";
import { createRouter, createStore, createToasts, useStore } from "@truetick/ui/state";
import { startTransition, useEffect, useMemo } from "react";
import { createRoot } from "react-dom/client";
import { IntlProvider } from "use-intl";
import { createAccountBook } from "./account/account-book.ts";
import { withEarlyAnswers } from "./api/early-answers.ts";
import { createServer } from "./api/server.ts";
import { type App, AppProvider } from "./app/app.ts";
import { followDevice } from "./app/device.ts";
import { nextTask, whenIdle } from "./app/later.ts";
import { sayNothingCame } from "./app/no-start.ts";
import { RefreshOnEnter } from "./app/refresh-on-enter.tsx";
import { createResource } from "./app/resource.ts";
import { prefetchScreen } from "./app/screens.tsx";
import { Shell } from "./app/shell.tsx";
import { browserStorage } from "./app/storage.ts";
import { createSiteStatus } from "./companies/site-status.ts";
import { prepareOffer } from "./languages/language-offer.tsx";
import { FIRST_SCREENS } from "./languages/text-parts.ts";
import { createTexts } from "./languages/texts.ts";
import { createLive } from "./live/live.ts";
import { onLineBack } from "./live/watch-line.ts";
import { createCurrentMarket } from "./markets/current-market.ts";
import { createMarketList } from "./markets/market-list.ts";
import { SparklineCache } from "./markets/sparklines.ts";
import { createInstallOffer } from "./pwa/install-offer.ts";
import { createSession } from "./session/session.ts";
import { createSessionLife } from "./session/session-life.ts";
import { createPreferences, showLook } from "./settings/preferences.ts";
import { startAccountSettings } from "./settings/start-account-settings.ts";

const LATER_TEXTS_AFTER_MS = 4_000;
const PRICED_WITHIN_MS = 10_000;

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
    fetch: withEarlyAnswers(window.earlyAnswers),
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
      later: whenIdle,
    }),
    currentMarket: createCurrentMarket(storage),
    preferences,
    siteStatus: createSiteStatus(server),
    platformSettings: createResource({ server, language, request: requestPlatformSettings }),
    areas: createResource({ server, language, request: requestAreas }),
    texts: createTexts(),
    storage,
    toasts,
    newBuild: createStore<(() => void) | null>(null),
    installOffer: createInstallOffer(window),
  };
}

/** Fetches the texts of the language that was chosen; keeps the old one when it cannot. */
function useChosenLanguage({ preferences, texts, markets }: App, shown: Language): void {
  const { language } = useStore(preferences);
  useEffect(() => {
    if (language === shown) return;
    void texts.open(language, "whole").then(
      // Markets and categories are named by the server, in the reader's language.
      () => void markets.refresh(),
      () => preferences.chooseLanguage(shown.id),
    );
  }, [preferences, texts, markets, language, shown]);
}

function Root({ app, onShown }: { readonly app: App; readonly onShown: () => void }) {
  const shown = useStore(app.texts);
  if (!shown) throw new Error("Invariant: nothing is drawn before there are texts");
  const { language, messages } = shown;
  useChosenLanguage(app, language);
  const notation = useMemo(() => createNotation(language.tag), [language]);
  const look = useStore(app.preferences.look);
  useEffect(() => showLook(look, document.documentElement), [look]);
  useEffect(onShown, [onShown]);
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
function wakeWithThePage({ live, markets, siteStatus }: App): void {
  const wake = () => {
    if (!document.hidden) live.socket.wake();
  };
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("pageshow", wake);
  window.addEventListener("online", wake);
  window.addEventListener("offline", () => live.socket.lose());
  // A list that never came, because the app was opened without a line, comes by itself.
  onLineBack(live, () => {
    if (markets.get().phase === "failed") void markets.refresh();
    void siteStatus.load();
  });
}

/** Once the page has loaded, so that nothing it keeps is in the way of the first prices. */
function workLater(app: App): void {
  const work = () =>
    void import("./pwa/start-worker.ts").then(
      ({ startWorker }) => startWorker(app),
      // A line that broke: the next visit tries again.
      () => null,
    );
  if (document.readyState === "complete") work();
  else window.addEventListener("load", work);
}

function beginLife(app: App): void {
  app.sessionLife.start();
  // After the life of the session: the socket logs in first, then follows the account.
  app.account.start();
  startAccountSettings(app);
  void app.siteStatus.load();
  app.live.socket.ensure();
  wakeWithThePage(app);
}

/** Until the socket has brought prices; on a bad line not for ever. */
function untilPriced({ live }: App): Promise<void> {
  const { connection } = live.socket;
  return new Promise((resume) => {
    const timer = setTimeout(resume, PRICED_WITHIN_MS);
    const look = () => {
      if (!connection.get().isFresh) return;
      unfollow();
      clearTimeout(timer);
      resume();
    };
    const unfollow = connection.subscribe(look);
    look();
  });
}

/** What the first screen cannot be drawn without. */
async function fetchFirst(app: App): Promise<void> {
  const { language } = app.preferences.get();
  const { path } = app.router.location.get();
  const extent = FIRST_SCREENS.has(path) ? "first" : "whole";
  const opened = app.texts.open(language, extent);
  // Each asks for files of its own, which takes a while by itself.
  await nextTask();
  const screen = prefetchScreen(path);
  await nextTask();
  await Promise.all([opened, screen, prepareOffer(app)]);
}

/** In pieces: on a slow phone, one after the other would keep a finger waiting. */
async function start(): Promise<void> {
  const place = document.getElementById("app");
  if (!place) throw new Error("Invariant: index.html has a place for the app");
  followDevice(window);
  const app = compose();
  await nextTask();
  const fetched = fetchFirst(app).then(
    () => true,
    () => false,
  );
  const listed = app.markets.refresh();
  await nextTask();
  beginLife(app);
  await nextTask();
  if (!(await fetched)) {
    sayNothingCame(place, () => window.location.reload());
    return;
  }
  await nextTask();
  const root = createRoot(place);
  // As a transition, drawing stops for whatever else wants to be done.
  await new Promise<void>((onShown) => {
    startTransition(() => root.render(<Root app={app} onShown={onShown} />));
  });
  // Out of the way of the first prices, however slow the line or the phone; a screen that is opened
  // sooner fetches its texts itself.
  await Promise.all([listed, untilPriced(app)]);
  setTimeout(() => void app.texts.complete().catch(() => null), LATER_TEXTS_AFTER_MS);
  if (import.meta.env.PROD) setTimeout(() => workLater(app), LATER_TEXTS_AFTER_MS);
}

setTimeout(() => void start());
