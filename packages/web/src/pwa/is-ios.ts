// Whether this is an iPhone or iPad, whose browsers install an app only from their own menu. An
// iPad calls itself a Mac; only its fingers give it away. Pure.

export function isIos({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, "userAgent" | "maxTouchPoints">): boolean {
  if (/iPhone|iPad|iPod/.test(userAgent)) return true;
  return userAgent.includes("Macintosh") && maxTouchPoints > 1;
}
