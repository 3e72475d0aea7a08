// A trader's browser and an operator's talk to each other, both ways and live, in the trader's own
// words and direction, inside the frame as outside of it; and go on doing so when the server is
// started anew in the middle.
import { languageOf } from "@truetick/contract";
import { expect, test } from "./journey.ts";
import { inLanguages } from "./languages.ts";
import { ChatPage } from "./pages/chat.ts";
import { deskText } from "./pages/desk.ts";
import { DeskChat } from "./pages/desk-chat.ts";
import { makeMember, newWords } from "./people.ts";
import { START_MS } from "./platform.ts";

/** Both sides come back by themselves. */
const RECOVERED_WITHIN_MS = 40_000;
const PAUSE_MS = 1_000;

const WORDS = {
  en: {
    question: "Where is my deposit?",
    answer: "It was credited a minute ago.",
    thanks: "Thank you!",
    welcome: "You are welcome.",
  },
  hk: {
    question: "我的存款在哪裡？",
    answer: "一分鐘前已經入賬。",
    thanks: "多謝！",
    welcome: "不用客氣。",
  },
  ar: {
    question: "أين إيداعي؟",
    answer: "أُضيف إلى حسابك قبل دقيقة.",
    thanks: "شكرًا!",
    welcome: "على الرحب والسعة.",
  },
} as const;

inLanguages({ en: "desktop", hk: "phone" }, (language) => {
  test("trader and operator chat both ways, live and with marks", async ({
    page,
    door,
    platform,
    texts,
    openDesk,
  }) => {
    test.setTimeout(120_000);
    const question = newWords(WORDS[language].question);
    const { answer } = WORDS[language];
    await door.enterAs(await makeMember(platform, "asks"), "/mine");
    const chat = new ChatPage(page, texts);
    await chat.open();
    await expect(page.getByText(texts("chat.here"))).toBeVisible();
    await expect(page.getByText(texts("chat.never"))).toBeVisible();
    const { tag, direction } = languageOf(language);
    const root = chat.frame.locator("html");
    await expect(root).toHaveAttribute("dir", direction);
    await expect(root).toHaveAttribute("lang", tag);
    await expect(chat.log.getByText(texts("chat.emptyTitle"))).toBeVisible();
    await chat.send(question);

    const desk = new DeskChat((await openDesk(0)).page);
    await desk.open(question);
    await expect(desk.said.getByText(question)).toBeVisible();
    await expect(chat.log.getByText(texts("chat.seen")), "the trader sees it read").toBeVisible();
    await desk.answer.pressSequentially(answer.slice(0, 2));
    await expect(chat.typing, "the trader sees that somebody writes").toBeVisible();
    await desk.send(answer);
    await expect(chat.said(answer)).toBeVisible();
    await expect(chat.log.getByText(texts("chat.agent", { number: "1" }))).toBeVisible();
    await expect(desk.said.getByText(deskText("chat.seen"), { exact: true })).toBeVisible();
  });
});

inLanguages({ en: "desktop" }, (language) => {
  test("a chat goes on through a restart of the server, and nothing is lost", async ({
    page,
    door,
    platform,
    texts,
    complaints,
    openDesk,
  }) => {
    test.setTimeout(180_000 + START_MS);
    const question = newWords(WORDS[language].question);
    const { thanks, welcome } = WORDS[language];
    await door.enterAs(await makeMember(platform, "asks"), "/mine");
    const chat = new ChatPage(page, texts);
    await chat.open();
    await chat.send(question);
    const desk = new DeskChat((await openDesk(0)).page);
    await desk.open(question);

    complaints.expectNetworkLoss();
    await platform.restart(PAUSE_MS);
    await expect(async () => {
      await chat.field.fill(thanks);
      await chat.sendButton.click();
      await expect(desk.said.getByText(thanks).first()).toBeVisible({ timeout: 8_000 });
    }).toPass({ timeout: RECOVERED_WITHIN_MS });
    await desk.send(welcome);
    await expect(chat.said(welcome)).toBeVisible({ timeout: RECOVERED_WITHIN_MS });
    await expect(chat.said(question), "nothing was lost").toBeVisible();
  });
});
