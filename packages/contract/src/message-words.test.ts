// Every catalogue speaks its own language: no English left standing, the letters of its script, the
// marks of its typography, and one way to address the reader. What a language truly shares with
// English is a name, a sign or a word of its own, and is listed here.

import { describe, expect, it } from "vitest";
import { LANGUAGE_IDS, type LanguageId } from "./language.ts";
import { catalogueOf, prose, wordsOf } from "./testing/catalogues.ts";

/** Names, codes and units that are written alike everywhere. */
const NAMES: ReadonlySet<string> = new Set(
  [
    "Truetick Safari Brent WTI USD EUR UTC",
    "https SWIFT BIC IBAN ABA CSV PDF JPEG PNG WebP QR SMS PIN ID MB",
    "SL TP RSI MACD ATR EMA SMA",
    "PostgreSQL CFD CFDs",
    "ms pips bps",
  ].flatMap((line) => line.split(" ")),
);

/** Words that a language shares with English letter by letter. */
const SHARED_WORDS: Partial<Record<LanguageId, readonly string[]>> = {
  cs: ["E-mail", "Palladium", "Reference", "Spr", "Spread", "Stop"],
  de: [
    ...["Code", "Gold", "Limit", "Live", "Margin", "Name", "Order", "Orders", "Palladium"],
    ...[
      "Problem",
      "Slippage",
      "Spr",
      "Spread",
      "Status",
      "Stop",
      "Support",
      "System",
      "Trader",
      "Trailing",
      "optional",
    ],
  ],
  fr: [
    ...[
      "Actions",
      "Clients",
      "Code",
      "Destination",
      "Distance",
      "E-mail",
      "Indices",
      "Lots",
      "Minutes",
      "Mobile",
      "Notifications",
    ],
    ...["Palladium", "Rectangle", "Stop", "Trader", "lots"],
  ],
  id: [
    ...["Area", "Level", "Leverage", "Limit", "Margin", "Order", "Spr", "Spread", "Status"],
    ...["Stop", "Target", "Trader", "lot", "per"],
  ],
  it: [
    "Area",
    "E-mail",
    "Feedback",
    "Idea",
    "No",
    "Password",
    "Slippage",
    "Spr",
    "Spread",
    "Stop",
    "Trader",
  ],
  my: ["Deposit", "Margin", "Platinum", "Spr", "Spread", "Status"],
  pt: ["E-mail", "Feedback", "Spr", "Spread", "Stop"],
  spa: ["Idea", "No", "Stop"],
  tr: ["Limit", "Risk", "Stop"],
};

/** Languages with letters of their own, and words in Latin ones that they use all the same. */
const SCRIPTS: Partial<Record<LanguageId, { letters: RegExp; latin: readonly string[] }>> = {
  hk: { letters: /\p{Script=Han}/u, latin: ["Memo"] },
  jp: { letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u, latin: [] },
  kr: { letters: /\p{Script=Hangul}/u, latin: [] },
  th: { letters: /\p{Script=Thai}/u, latin: [] },
  ru: {
    letters: /\p{Script=Cyrillic}/u,
    latin: ["Desk", "FA", "memo", "e-mail", "Push-", "QR-", "PIN-"],
  },
  ar: { letters: /\p{Script=Arabic}/u, latin: [] },
  hi: { letters: /\p{Script=Devanagari}/u, latin: [] },
};

/** Little words of English that none of the languages in Latin letters below has, but as listed. */
const ENGLISH_WORDS = "the and your with for not you are this that from has have been will must of";
const OWN_LITTLE_WORDS: Partial<Record<LanguageId, readonly string[]>> = {
  pt: ["for"],
  tr: ["not"],
};
const LATIN: readonly LanguageId[] = ["vn", "fr", "de", "spa", "pt", "it", "tr", "id", "my", "cs"];

/** Characters of the mainland's simplified script that Hong Kong writes otherwise. */
const SIMPLIFIED =
  "们这来说时会为动发经过对东车见长门问间开关无现点电网络户价单买卖币账银钱资费额证认请输" +
  "应该还没进远运达选择适总结续继给绝统计设订议记许论试话语误读调谈谢课谁让识词译详显页顶项须预" +
  "领频题颜风飞饭饮马验骗鱼鸟麦黄齐龙龟优传伤备变声处复头头夹奖妇姐学孙宁宝实审宽对导层岁岛币师带" +
  "帮库庆废张弹强归当录彻忆态怀总恶悬惊惯戏战执扩扫扬护报担拟拥择挂换据损摇摄断旧显晓权条极构标样档" +
  "桥检楼欢气汇汉汤济测浏润涨渐渔湾湿满滚灭灯灵灾炉热爱牵犹独狱环产画疗痴监盖盘矿码础确碍礼离种积称" +
  "稳穷窍竞笔签简类粮紧纪纯纸纳纷线练组细终绍织绘给绕维综绿缓编缘缩罗罚职联聪肃脑脚脱节范荐药获虑虽" +
  "补装规视览觉触计订讯训讲证评识诉诊诚财责败货质购贵贷贸贺贴贾赏赔赖赚赢赶趋跃践踪轨转轮软轻载较辅输" +
  "辑边达迁迟迹递遗邮邻针钟钥铁铃链销锁错键镇镜闭闲闻阅队阶际阳阴陆陈险随隐难雾静韩顺顾顿颗馆驱驶驾";

/** What a language never writes, by what it is called. */
const MARKS: Partial<Record<LanguageId, Readonly<Record<string, RegExp>>>> = {
  hk: {
    "a narrow mark beside a wide character": /\p{Script=Han}[,;:!?(]|[,;:!?)]\p{Script=Han}/u,
    "the polite 您 beside 你": /您/u,
    "a simplified character": new RegExp(`[${SIMPLIFIED}]`, "u"),
  },
  jp: { "a narrow mark beside a wide character": /[\p{Script=Han}ぁ-ヿ][,;:!?(]/u },
  kr: { "the stiff 십시오 beside 세요": /십시오/u },
  fr: {
    "a plain space before a high mark": / [:;!?»]|« /,
    "the familiar tu": /\b(?:tu|ton|toi)\b/iu,
  },
  de: { "the familiar du": /\b(?:du|dein\w*|dir|dich)\b/iu },
  spa: { "the familiar tú": /(?<!\p{L})(?:tú|tu|tus|contigo)(?!\p{L})/iu },
  it: {
    "the formal Lei": /\b(?:Lei|Suo|Sua)\b/u,
    "a formal order": /\b(?:riprovi|inserisca|scelga|attenda|ricarichi|scriva|lasci|aiutarla)\b/iu,
    "the plural voi": /\b(?:vostr[aeio]|potete|scrivete\w*|riprovate)\b/iu,
  },
  pt: {
    "the Portuguese of Portugal":
      /\b(?:equipa|registad[ao]s?|palavras-passe|está a \p{L}+[aei]r)\b/iu,
  },
  ru: { "a Latin letter inside of a word": /\p{Script=Cyrillic}[a-z]|[a-z]\p{Script=Cyrillic}/iu },
  ar: { "a Latin comma or question mark": /\p{Script=Arabic}[,;?]/u },
};
const NOWHERE = {
  "three dots for an ellipsis": /\.\.\./,
  "a straight quotation mark or apostrophe": /"|\p{L}'\p{L}/u,
  "two spaces": / {2}/,
  "a space at an end": /^\s|\s$/,
};

const reference = catalogueOf("en");

describe.each(LANGUAGE_IDS)("%s", (id) => {
  const own = catalogueOf(id);

  it("keeps to the marks and the address of its language", () => {
    const found: string[] = [];
    for (const [name, mark] of Object.entries({ ...NOWHERE, ...MARKS[id] })) {
      for (const [key, text] of own) {
        const seen = name === "two spaces" ? text : prose(text).trim();
        if (mark.test(name === "a space at an end" ? text : seen)) found.push(`${key}: ${name}`);
      }
    }
    expect(found).toEqual([]);
  });
});

describe.each(LANGUAGE_IDS.filter((id) => id !== "en"))("%s", (id) => {
  const own = catalogueOf(id);

  it("speaks its own language where English stands beside it", () => {
    const shared = new Set<string>();
    for (const [key, text] of own) {
      if (text !== reference.get(key)) continue;
      for (const word of wordsOf(text)) if (!NAMES.has(word)) shared.add(word);
    }
    expect([...shared].sort()).toEqual([...(SHARED_WORDS[id] ?? [])].sort());
  });
});

describe.each(LANGUAGE_IDS.filter((id) => SCRIPTS[id] !== undefined))("%s", (id) => {
  const own = catalogueOf(id);
  const { letters, latin } = SCRIPTS[id] ?? { letters: /./, latin: [] };

  it("is written in its own letters but for names", () => {
    const foreign: string[] = [];
    for (const [key, text] of own) {
      const words = prose(text).match(/[A-Za-z][A-Za-z-]+/g) ?? [];
      for (const word of words) {
        if (!NAMES.has(word) && !latin.includes(word)) foreign.push(`${key}: ${word}`);
      }
    }
    expect(foreign).toEqual([]);
  });

  it("has its own letters in every text that has words", () => {
    const without = [...own].filter(
      ([, text]) => wordsOf(text).some((word) => !NAMES.has(word)) && !letters.test(text),
    );
    expect(without.map(([key]) => key)).toEqual([]);
  });
});

describe.each(LATIN)("%s", (id) => {
  it("has none of the little words of English", () => {
    const english = new Set(ENGLISH_WORDS.split(" "));
    for (const word of OWN_LITTLE_WORDS[id] ?? []) english.delete(word);
    const found: string[] = [];
    for (const [key, text] of catalogueOf(id)) {
      for (const word of wordsOf(text)) {
        if (english.has(word.toLowerCase())) found.push(`${key}: ${word}`);
      }
    }
    expect(found).toEqual([]);
  });
});
