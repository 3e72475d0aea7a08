// Where a push may be sent: the services of the browsers' makers, and those that the operator names
// (PUSH_HOSTS). Asked when a browser subscribes and again before every delivery. Invariant: nobody
// makes the server call an address of their choice (SSRF): https, a host of this list, its usual
// port, no user in it; plain http and other ports only on this machine and only where the operator
// named exactly that.

/** With a dot in front: any host below it. */
const KNOWN_HOSTS = [
  // Chrome, Edge on Android, Opera, Samsung Internet
  "fcm.googleapis.com",
  // Firefox
  ".push.services.mozilla.com",
  // Safari
  ".push.apple.com",
  // Edge
  ".notify.windows.com",
] as const;

const ENDPOINT_LENGTH_MAX = 1_000;

export function isPushEndpoint(endpoint: string, ownHosts: readonly string[]): boolean {
  if (endpoint.length > ENDPOINT_LENGTH_MAX || !URL.canParse(endpoint)) return false;
  const { protocol, host, username, password, hash } = new URL(endpoint);
  if (username !== "" || password !== "" || hash !== "") return false;
  // A port of one's own is only ever named on this machine (see config-push.ts).
  if (ownHosts.includes(host)) return protocol === "https:" || host.includes(":");
  return protocol === "https:" && KNOWN_HOSTS.some((known) => isOf(host, known));
}

function isOf(host: string, known: string): boolean {
  return known.startsWith(".") ? host.endsWith(known) : host === known;
}
