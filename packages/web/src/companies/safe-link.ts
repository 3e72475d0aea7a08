// Which links out of the app may be followed: plain https to a named host, and nothing that only
// looks like it (T26, T27). The server has checked them against its own list before; this is the
// second lock. Pure.

const HTTPS = "https:";

/** The host to be named to the reader; null when nobody should be sent there. */
export function safeHostOf(link: string): string | null {
  // A parser forgives spaces, tabs and backslashes; whoever wrote those meant no good.
  if (!/^https:\/\/[\x21-\x5b\x5d-\x7e]+$/.test(link)) return null;
  try {
    const url = new URL(link);
    const isPlain = url.protocol === HTTPS && url.username === "" && url.password === "";
    return isPlain && url.hostname.includes(".") ? url.host : null;
  } catch {
    return null;
  }
}
