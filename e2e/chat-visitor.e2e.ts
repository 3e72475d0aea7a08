// Somebody asks before having an account, and what was said goes along when they have one; a
// picture that they send is seen by them and by staff.
import { drawPicture } from "./funds.ts";
import { expect, test } from "./journey.ts";
import { inLanguages } from "./languages.ts";
import { ChatPage } from "./pages/chat.ts";
import { deskText } from "./pages/desk.ts";
import { DeskChat } from "./pages/desk-chat.ts";
import { makeMember, newWords } from "./people.ts";

/** The server draws a picture anew before it keeps it, which takes its time on a busy machine. */
const SENT_WITHIN_MS = 30_000;

const WORDS = {
  en: { question: "Which markets are open on Sundays?", receipt: "This is the receipt." },
  hk: { question: "星期日有哪些市場開市？", receipt: "這是收據。" },
  ar: { question: "ما الأسواق المفتوحة يوم الأحد؟", receipt: "هذا هو الإيصال." },
} as const;

inLanguages({ en: "phone", hk: "desktop", ar: "phone" }, (language) => {
  test("a visitor chats before logging in, and takes it along; pictures are private", async ({
    page,
    door,
    platform,
    texts,
    openDesk,
  }) => {
    test.setTimeout(120_000);
    const question = newWords(WORDS[language].question);
    const receipt = newWords(WORDS[language].receipt);
    const chat = new ChatPage(page, texts);
    await chat.open();
    await expect(page.getByText(texts("chat.visitor"))).toBeVisible();
    await chat.send(question);
    await door.enterAs(await makeMember(platform, "visitor"), "/mine");
    await chat.open();
    await expect(chat.said(question)).toBeVisible();
    await expect(page.getByText(texts("chat.visitor"))).toHaveCount(0);

    await chat.frame.locator("input[type=file]").setInputFiles({
      name: "receipt.jpg",
      mimeType: "image/jpeg",
      buffer: await drawPicture("receipt"),
    });
    await chat.send(receipt);
    await expect(chat.log.getByRole("img", { name: texts("chat.picture") })).toBeVisible();
    await expect(chat.log.getByText(texts("chat.sent"))).toBeVisible({ timeout: SENT_WITHIN_MS });
    await page.reload();
    await expect(chat.log.getByRole("img", { name: texts("chat.picture") })).toBeVisible();

    const desk = await openDesk(0);
    await new DeskChat(desk.page).open(receipt);
    await desk.page.getByRole("button", { name: deskText("chat.showPicture") }).click();
    await expect(desk.page.getByRole("img").first()).toBeVisible();
  });
});
