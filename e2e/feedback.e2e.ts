// Feedback, both sides of it, in the reader's own words: without a session the address that works
// and the way in; with one a form with a picture, an answer that comes while one looks and by mail,
// and a reply.
import { tellAndHear } from "./feedback.ts";
import { expect, test } from "./journey.ts";
import { inLanguages } from "./languages.ts";
import { makeMember } from "./people.ts";

const COMPLAINTS = "support@truetick.test";

const WORDS = {
  en: {
    question: "Please add an alert for the margin level.",
    answer: "Thank you, it is on our list.",
    reply: "I look forward to it.",
  },
  hk: {
    question: "希望加入保證金水平提示。",
    answer: "多謝你的意見，我們已記下。",
    reply: "十分期待。",
  },
  ar: {
    question: "أرجو إضافة تنبيه لمستوى الهامش.",
    answer: "شكرًا لك، أضفناه إلى قائمتنا.",
    reply: "بانتظاره.",
  },
} as const;

inLanguages({ en: "desktop", hk: "phone" }, (language) => {
  test("what a trader tells us is answered while he looks, and by mail", async ({
    page,
    platform,
    door,
    cashier,
    texts,
  }) => {
    test.setTimeout(120_000);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto("/feedback");
    await expect(page.getByText(texts("feedback.logInText"), { exact: true })).toBeVisible();
    await page.getByRole("button", { name: texts("words.copy"), exact: true }).click();
    await expect(page.getByText(texts("words.copied"), { exact: true })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(COMPLAINTS);

    const member = await makeMember(platform, "told");
    await door.enterAs(member, "/feedback");
    await tellAndHear({ page, platform, cashier, texts }, WORDS[language]);
    const letter = await platform.outbox.letterFor(member.email, "feedbackAnswered");
    expect(letter.subject).toContain(texts("mail.feedbackAnswered.subject"));
    expect(letter.text).toContain(WORDS[language].answer);
  });
});
