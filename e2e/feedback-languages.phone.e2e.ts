// Feedback on a phone in Chinese and in Arabic: told, answered and replied to in the own words.
import { tellAndHear } from "./feedback.ts";
import { test } from "./journey.ts";
import { makeMember } from "./people.ts";

const WORDS = {
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

for (const language of ["hk", "ar"] as const) {
  test.describe(language, () => {
    test.use({ language });
    test(`feedback is told and answered in ${language}`, async ({
      page,
      platform,
      door,
      cashier,
      texts,
    }) => {
      test.setTimeout(120_000);
      await door.enterAs(await makeMember(platform, "told"), "/feedback");
      await tellAndHear({ page, platform, cashier, texts }, WORDS[language]);
    });
  });
}
