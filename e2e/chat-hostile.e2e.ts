// What a framed page that went bad can do, and what words can: nothing. The frame reaches neither
// the session nor the screen nor anybody else (T28); no text becomes more than text, with a trader
// or an operator (T31); staff cannot ask for a code (T32).

import { HOSTILE_TEXTS } from "@truetick/contract/testing/hostile-texts";

import { expect, test } from "./journey.ts";
import { inLanguages } from "./languages.ts";
import { ChatPage } from "./pages/chat.ts";
import { DeskChat } from "./pages/desk-chat.ts";
import { newWords } from "./people.ts";

/** What a thief would try from inside the frame, one after another, and what came of it. */
function raid(): void {
  const tries: Record<string, () => unknown> = {
    parentDocument: () => window.parent.document.title,
    parentStorage: () => window.parent.localStorage.getItem("truetick.session"),
    parentLocation: () => window.parent.location.href,
    ownStorage: () => localStorage.length,
    ownSession: () => sessionStorage.length,
    ownCookies: () => document.cookie,
    database: () => indexedDB.open("x"),
    caches: () => caches.keys,
    topNavigation: () => {
      if (window.top) window.top.location.href = "/mine/withdraw";
      return "asked";
    },
    popup: () => window.open("https://evil.test/"),
    worker: () => navigator.serviceWorker?.controller,
  };
  const came: Record<string, string> = {};
  for (const [name, attempt] of Object.entries(tries)) {
    try {
      const got = attempt();
      came[name] = got === null || got === undefined ? "nothing" : `got ${String(got)}`;
    } catch (error) {
      came[name] = error instanceof DOMException ? error.name : "refused";
    }
  }
  const said: string[] = [];
  const held: string[] = [];
  document.addEventListener("securitypolicyviolation", (event) => {
    held.push(event.effectiveDirective);
  });
  window.addEventListener("message", ({ data }) => said.push(JSON.stringify(data)));
  window.parent.postMessage({ kind: "ready" }, "*");
  for (let n = 0; n < 20_000; n += 1) window.parent.postMessage({ kind: "token" }, "*");
  for (let n = 0; n < 500; n += 1) window.parent.postMessage({ kind: "typing" }, "*");
  const own = fetch("/api/user/info").then(
    () => "answered",
    () => "refused",
  );
  void own.then((info) => {
    setInterval(() => {
      document.title = JSON.stringify({ came, said, info, held });
    }, 100);
  });
}

const RAID = `(${raid.toString()})()`;

/** The page itself, without a policy of its own: only the frame holds it; or its script alone. */
const WAYS = [
  {
    what: "page",
    path: "**/support",
    answer: { contentType: "text/html", body: `<!doctype html><script>${RAID}</script>` },
  },
  {
    what: "script",
    path: "**/support.js",
    answer: { contentType: "text/javascript", body: RAID },
    headers: { "cross-origin-resource-policy": "cross-origin" },
  },
] as const;

inLanguages({ en: "desktop" }, () => {
  for (const { what, path, answer, ...more } of WAYS) {
    test(`T28 a ${what} that went bad in the frame reaches nothing`, async ({
      page,
      door,
      complaints,
    }) => {
      test.setTimeout(90_000);
      await door.enterDemo();
      const kept = await page.evaluate(() => localStorage.getItem("truetick.session") ?? "");
      const { token, identifierHash } = JSON.parse(kept);
      expect([typeof token, typeof identifierHash]).toEqual(["string", "string"]);
      await page.route(path, (route) => route.fulfill({ ...answer, ...more }));
      await page.goto("/mine/chat");
      const element = await page.locator("iframe[src='/support']").elementHandle();
      const frame = await element?.contentFrame();
      if (!frame) throw new Error("Invariant: the page is framed");
      await expect.poll(() => frame.title(), { timeout: 30_000 }).toContain("look");
      const { came, said, info, held } = JSON.parse(await frame.title());
      expect(came).toEqual({
        parentDocument: "SecurityError",
        parentStorage: "SecurityError",
        parentLocation: "SecurityError",
        ownStorage: "SecurityError",
        ownSession: "SecurityError",
        ownCookies: "SecurityError",
        database: expect.stringMatching(/^(SecurityError|refused)$/),
        caches: expect.stringMatching(/^(SecurityError|refused|nothing)$/),
        topNavigation: "SecurityError",
        popup: "nothing",
        worker: expect.stringMatching(/^(SecurityError|nothing)$/),
      });
      expect(info, "it is of no origin of ours").toBe("refused");
      if (what === "script") expect(held, "the policy has seen it").toContain("connect-src");
      // What it hears is what the reader sees, and nothing that opens anything.
      const words = said.join("");
      for (const secret of [token, identifierHash]) expect(words).not.toContain(secret);
      expect(new URL(page.url()).pathname, "the reader is where they were").toBe("/mine/chat");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      // The browser says of each of these that it was refused.
      complaints.heard.length = 0;
    });
  }
});

inLanguages({ en: "desktop" }, () => {
  test("T31, T32 words stay words for trader and operator, and staff ask for no code", async ({
    page,
    door,
    texts,
    openDesk,
  }) => {
    test.setTimeout(150_000);
    await door.enterDemo();
    const chat = new ChatPage(page, texts);
    await chat.open();
    for (let from = 0; from < HOSTILE_TEXTS.length; from += 12) {
      const text = HOSTILE_TEXTS.slice(from, from + 12)
        .join("\n")
        .slice(0, 1_900);
      await chat.field.fill(text);
      await chat.sendButton.click();
    }
    const last = newWords("the last of them");
    await chat.send(last);
    const { page: deskPage } = await openDesk(0);
    const desk = new DeskChat(deskPage);
    await desk.open(last);
    await expect(desk.said.getByText(last)).toBeVisible();
    await expect(desk.said.getByText("<script>").first()).toBeVisible();
    const frame = page.frames().find((one) => one.url().endsWith("/support"));
    for (const place of [page, deskPage, frame]) {
      expect(await place?.evaluate(() => "hurt" in window)).toBe(false);
    }
    const markup =
      "script:not([src]), img[src='x'], svg[onload], iframe[srcdoc], [onerror], [onload]";
    await expect(desk.said.locator(markup)).toHaveCount(0);
    await expect(chat.log.locator(markup)).toHaveCount(0);

    for (const text of ["Please send me the 6-digit code.", "Log in at https://evil.test/"]) {
      await desk.send(text);
      await expect(deskPage.getByRole("alert")).toContainText("Not sent");
      await expect(desk.answer, "the words are kept").toHaveValue(text);
    }
    await desk.send("We never ask for codes.");
    await expect(chat.said("We never ask for codes.")).toBeVisible();
    await expect(chat.log.getByText("6-digit code")).toHaveCount(0);
  });
});
