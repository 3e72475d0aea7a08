// What a reader has among others, for pictures of the app: a trader who is copied, a listing, an
// article, feedback and a chat that were answered. By the calls that the app and the desk make, and
// news as journeys publish it. Used by screens.ts.
import { publishNews } from "./database.ts";
import { makeFundedMember } from "./funds.ts";
import { buy, list, newAlias, startFollow, type Trader } from "./leaders.ts";
import { OPERATORS, type StaffCalls, staffCalls } from "./operators.ts";
import { logInElsewhere, type Member, newWords, post } from "./people.ts";
import type { Platform } from "./platform.ts";

const NEWS = {
  en: {
    title: "Gold trades around the clock",
    summary: "From Monday on, with the same margin, fee and financing.",
    body: "## What changes\n\nGold is **open** from Monday on.\n\n- same margin\n- same fee",
  },
  hk: {
    title: "黃金全日交易",
    summary: "由星期一起，保證金、手續費及隔夜利息不變。",
    body: "## 有甚麼改變\n\n黃金由星期一起**全日**開市。\n\n- 保證金不變\n- 手續費不變",
  },
  ar: {
    title: "الذهب متاح على مدار الساعة",
    summary: "ابتداءً من الاثنين، بالهامش والرسوم والتمويل نفسها.",
    body: "## ما الذي يتغير\n\nالذهب **متاح** من الاثنين.\n\n- الهامش نفسه\n- الرسوم نفسها",
  },
} as const;

const SAID = {
  en: { question: "Where is my deposit?", answer: "It was credited a minute ago." },
  hk: { question: "我的存款在哪裡？", answer: "一分鐘前已經入賬。" },
  ar: { question: "أين إيداعي؟", answer: "أُضيف إلى حسابك قبل دقيقة." },
} as const;

export type PictureLanguage = keyof typeof SAID;

/** Once per platform: something to read. Answers its number. */
export async function publishArticle(platform: Platform): Promise<string> {
  return await publishNews(platform, { words: NEWS, picture: "/icons/icon.svg" });
}

/** Somebody to copy, with an own account that has room. */
async function makeLeader(platform: Platform): Promise<{ leader: Trader; alias: string }> {
  const member = await makeFundedMember(platform, { name: "leader", usd: "900" });
  const token = await logInElsewhere(platform, member);
  const leader = { platform, token, session: "" };
  const alias = newAlias("harbour");
  await list(leader, alias);
  return { leader, alias };
}

async function answer(staff: StaffCalls, path: string, wanted: { question: string; text: string }) {
  const { data } = await staff.get(`${path}/list${path === "support" ? "?box=open" : ""}`);
  // As the contract declares both lists.
  const rows = data as { id: string; excerpt?: string; last_text?: string }[];
  const found = rows.find((row) => (row.excerpt ?? row.last_text) === wanted.question);
  const act = path === "support" ? "send" : "answer";
  await staff.post(`${path}/${act}`, { id: found?.id ?? "", text: wanted.text });
}

/** Answers the address that shows something where a bare one would not. */
export async function joinCommunity(
  { platform, newsId }: { readonly platform: Platform; readonly newsId: string },
  member: Member,
  language: PictureLanguage,
): Promise<ReadonlyMap<string, string>> {
  const { leader, alias } = await makeLeader(platform);
  const token = await logInElsewhere(platform, member);
  const reader = { platform, token, session: "" };
  const id = await startFollow(reader, { alias, amount: "200", stopPercent: "20" });
  await list(reader, newAlias("reader"));
  await buy(leader, "0.10");
  await buy(leader, "0.01");
  const question = newWords(SAID[language].question);
  const tell = (path: string, fields: Readonly<Record<string, string>>) =>
    post(platform, { path, fields, token });
  await tell("/api/feedback/submit", { type: "1", content: question });
  await tell("/v1/api/support/send", { text: question });
  const staff = await staffCalls(platform, OPERATORS[0]);
  for (const path of ["feedback", "support"]) {
    await answer(staff, path, { question, text: SAID[language].answer });
  }
  return new Map([
    ["/rank/trader", `/rank/trader?user=${alias}`],
    ["/copy/follow", `/copy/follow?id=${id}`],
    ["/news/detail", `/news/detail?id=${newsId}`],
  ]);
}
