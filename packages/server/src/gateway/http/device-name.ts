// What a caller's program calls itself, cut down to what its owner recognises: "Chrome/Android".
// Handlers keep it with sessions and logins. It is the caller's own claim: good for telling people
// where they are logged in, and for nothing else. Either half is empty when it cannot be told.

const USER_AGENT_LENGTH_MAX = 512;
const REMEMBERED_MAX = 1_000;

/** The first that fits: most browsers also claim to be those below them. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?(?:iOS)?\//, "Edge"],
  [/\b(?:OPR|OPT|OPiOS)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bYaBrowser\//, "Yandex"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bUCBrowser\//, "UC Browser"],
  [/\bMiuiBrowser\//, "Mi Browser"],
  [/\bHuaweiBrowser\//, "Huawei Browser"],
  [/\bDuckDuckGo\//, "DuckDuckGo"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bVersion\/[\d.]+ .*\bSafari\//, "Safari"],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bHarmonyOS\b/, "HarmonyOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bWindows\b/, "Windows"],
  [/\b(?:Macintosh|Mac OS X)\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

const remembered = new Map<string, string>();

export function deviceName(userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent === "") return "";
  const known = remembered.get(userAgent);
  if (known !== undefined) return known;
  const read = readName(userAgent.slice(0, USER_AGENT_LENGTH_MAX));
  // Strangers can send any number of names, so all are forgotten at once when they are too many.
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  if (userAgent.length <= USER_AGENT_LENGTH_MAX) remembered.set(userAgent, read);
  return read;
}

function readName(userAgent: string): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? "";
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? "";
  return browser === "" && system === "" ? "" : `${browser}/${system}`;
}
