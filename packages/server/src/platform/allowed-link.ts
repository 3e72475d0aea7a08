// Whether people may be sent to an address: https, on a host that the configuration names, and
// nothing hidden in it. Asked wherever a link comes from a table or a third party (T26, T27).

const LINK_LENGTH_MAX = 300;

export function isAllowedLink(text: string, allowedHosts: readonly string[]): boolean {
  // Browsers drop tabs and line breaks, and read a backslash as a slash.
  if (text.length > LINK_LENGTH_MAX || /[\s\p{Cc}\\]/u.test(text)) return false;
  if (!/^https:\/\/[^/]/.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password, host } = new URL(text);
  return protocol === "https:" && username === "" && password === "" && allowedHosts.includes(host);
}
