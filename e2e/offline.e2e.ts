// Installed on the home screen: the app opens without a line and says so, comes back by itself, is
// offered its next version and never changes under the reader's hands, shows what is pushed, and
// keeps nothing that the server answered.
import type { CDPSession, Page } from "@playwright/test";
import { expect, test } from "./journey.ts";
import { standBefore } from "./renewed.ts";

// Everywhere else journeys do without it: most of them speak of the network itself.
test.use({ serviceWorkers: "allow" });

/** Putting a whole build into the cache takes its time on a busy machine. */
const INSTALLED_WITHIN_MS = 30_000;
const RECOVERED_WITHIN_MS = 30_000;

async function untilControlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, {
    timeout: INSTALLED_WITHIN_MS,
  });
}

/** The paths of everything that any cache of the browser keeps. */
async function keptPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      paths.push(...requests.map(({ url }) => new URL(url).pathname + new URL(url).search));
    }
    return paths;
  });
}

/**
 * Some browsers do not tell a page that is loaded while Playwright keeps them offline, as they do
 * where the line is really down. It is told until its session is detached.
 */
async function tellOffline(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Network.emulateNetworkConditions", {
    offline: true,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  return cdp;
}

test("installable: the manifest is whole and its icons are there", async ({ page, quotes }) => {
  await quotes.open();
  // Named once prices are there: before that it would be in their way.
  expect(await (await page.request.get("/")).text()).not.toContain("manifest");
  await expect(page.locator('link[rel="manifest"]')).toHaveAttribute("href", "/manifest.json");
  const manifest = await page.evaluate(async () => (await fetch("/manifest.json")).json());
  expect(manifest).toMatchObject({
    id: "/",
    start_url: "/",
    scope: "/",
    display: "standalone",
    short_name: expect.stringMatching(/./),
  });
  const { icons, shortcuts } = manifest as Record<
    "icons" | "shortcuts",
    { src: string; sizes: string; purpose: string; url: string }[]
  >;
  const sizes = icons.map(({ sizes: size, purpose }) => `${size} ${purpose}`);
  expect(sizes).toEqual(expect.arrayContaining(["192x192 any", "512x512 any", "512x512 maskable"]));
  const addresses = [...icons.map(({ src }) => src), ...shortcuts.map(({ url }) => url)];
  for (const address of addresses) {
    expect((await page.request.get(address)).status(), address).toBe(200);
  }
});

test("opens without a line, says so, and is back by itself", async ({
  page,
  context,
  complaints,
  quotes,
  shell,
  texts,
}) => {
  test.setTimeout(90_000);
  await quotes.open();
  await untilControlled(page);
  await page.goto("/trade");
  await expect(page.locator("main h1")).toBeVisible();
  await page.goto("/login");
  await page.goto("/");
  await quotes.untilLive();
  await expect.poll(() => keptPaths(page)).toContainEqual(expect.stringMatching(/\/assets\/en-/));
  const answers = (await keptPaths(page)).filter(
    (path) => !/^\/(?:$|boot\.js$|icons\/|assets\/)/.test(path),
  );
  expect(answers, "T04 no answer of the server is kept").toEqual([]);

  complaints.expectNetworkLoss();
  await context.setOffline(true);
  await page.reload();
  const told = await tellOffline(page);
  await expect(shell.offlineBar).toBeVisible();
  await expect(page.getByRole("alert")).toContainText(texts("shell.failure.unreachable"));
  await expect(shell.sandboxBanner.first(), "H13 also without a line").toBeVisible();
  await page.goto("/login?from=%2Forder");
  await expect(page.locator('input[name="email"]'), "its code was kept").toBeVisible();
  await page.goto("/");
  await told.detach();
  await context.setOffline(false);
  await expect(quotes.table).toBeVisible({ timeout: RECOVERED_WITHIN_MS });
  await expect(shell.offlineBar).toBeHidden({ timeout: RECOVERED_WITHIN_MS });
});

test("a newer version is offered, and taken only when the reader wants it", async ({
  page,
  platform,
  quotes,
  texts,
}) => {
  test.setTimeout(90_000);
  const server = await standBefore(platform);
  await page.goto(`${server.origin}/`);
  await quotes.untilLive();
  await untilControlled(page);
  server.renew();
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  const bar = page.getByRole("status").filter({ hasText: texts("shell.newBuild.ready") });
  await expect(bar).toBeVisible({ timeout: INSTALLED_WITHIN_MS });
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await quotes.search("EUR");
  expect(await page.evaluate(() => "isSamePage" in window), "nothing reloads by itself").toBe(true);
  const loaded = page.waitForEvent("load");
  await bar.getByRole("button", { name: texts("shell.newBuild.action") }).click();
  await loaded;
  await quotes.untilLive();
  await expect(bar).toBeHidden();
  const names = await page.evaluate(() => caches.keys());
  expect(names.some((name) => name.includes("renewed-"))).toBe(true);
  await page.close();
  server.stop();
});

/** Speaks to the browser itself, as a push service would; answers how to push. */
async function openPush(page: Page, cdp: CDPSession, origin: string) {
  const found = new Promise<string>((give) => {
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`);
      if (own) give(own.registrationId);
    });
  });
  await cdp.send("ServiceWorker.enable");
  const registrationId = await found;
  return {
    push: (message: unknown) =>
      cdp.send("ServiceWorker.deliverPushMessage", {
        origin,
        registrationId,
        data: typeof message === "string" ? message : JSON.stringify(message),
      }),
    shown: () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        const notices = await registration.getNotifications();
        return notices.map(({ title, body, tag, data }) => ({ title, body, tag, data }));
      }),
  };
}

test("what is pushed is shown, and leads nowhere but into the app", async ({
  page,
  context,
  platform,
  quotes,
}) => {
  test.setTimeout(90_000);
  await context.grantPermissions(["notifications"], { origin: platform.origin });
  await quotes.open();
  await untilControlled(page);
  const service = await openPush(page, await context.newCDPSession(page), platform.origin);
  const filled = { title: "Filled", text: "0.01 EUR/USD", link: "/order?type=1", tag: "a" };
  const { link, ...words } = filled;
  // The browser drops what it is handed for a worker that is not up yet; a service sends again.
  const pushed = async (notice: Parameters<typeof service.push>[0]) => {
    await service.push(notice);
    return service.shown();
  };
  await expect
    .poll(() => pushed(filled))
    .toEqual([{ title: words.title, body: words.text, tag: words.tag, data: { link } }]);
  const again = { ...filled, title: "Filled again" };
  await expect
    .poll(async () => (await pushed(again)).map(({ title }) => title), "one per tag")
    .toEqual(["Filled again"]);
  const bait = { title: "Bait", text: "", link: "https://evil.example/", tag: "b" };
  await expect
    .poll(async () => (await pushed(bait)).find(({ tag }) => tag === "b")?.data, "T25")
    .toEqual({ link: "/" });
});
