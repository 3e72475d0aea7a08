// The chat on a phone in Chinese and in Arabic: its own words, its own direction, inside the frame
// as outside of it.
import { languageOf } from "@truetick/contract";
import { expect, test } from "./journey.ts";
import { OPERATORS, staffCalls } from "./operators.ts";
import { ChatPage } from "./pages/chat.ts";

for (const [id, question, answer] of [
  ["hk", "我的提款在哪裡？", "今天已經付款。"],
  ["ar", "أين طلب السحب الخاص بي؟", "تم الدفع اليوم."],
] as const) {
  test.describe(id, () => {
    test.use({ language: id });
    test(`the chat is read and answered in ${id}`, async ({ page, door, platform, texts }) => {
      test.setTimeout(90_000);
      await door.enterDemo();
      const chat = new ChatPage(page, texts);
      await chat.open();
      const { tag, direction } = languageOf(id);
      const root = chat.frame.locator("html");
      await expect(root).toHaveAttribute("dir", direction);
      await expect(root).toHaveAttribute("lang", tag);
      await expect(chat.log.getByText(texts("chat.emptyTitle"))).toBeVisible();
      await chat.send(question);
      const staff = await staffCalls(platform, OPERATORS[0]);
      const { data } = await staff.get("support/list?box=open");
      const rows = data as { id: string; lang: string; last_text: string }[];
      const found = rows.find(({ last_text }) => last_text === question);
      expect(found?.lang).toBe(id);
      await staff.post("support/send", { id: found?.id ?? "", text: answer });
      await expect(chat.said(answer)).toBeVisible();
      const agent = texts("chat.agent", { number: "1" });
      await expect(chat.log.getByText(agent)).toBeVisible();
    });
  });
}
