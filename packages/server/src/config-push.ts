// The settings of notices on a device: whom push services may ask about us, and which of them are
// ours. Read by config.ts.

import { isLoopback } from "./config-messaging.ts";
import { type Environment, textOf } from "./config-readers.ts";
import { isOneEmail } from "./platform/outbox/recipient.ts";
import { StartRefusal } from "./platform/start-refusal.ts";

export type PushConfig = {
  /** mailto: or https: address of whoever runs this, for the push services. */
  readonly pushSubject: string;
  /** Hosts beside those of the browsers' makers, as `push.example.com` or `127.0.0.1:9000`. */
  readonly pushHosts: readonly string[];
};

const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9-]{1,63}(?::\d{2,5})?$/;

export function readPush(environment: Environment, companyEmail: string): PushConfig {
  return { pushSubject: readSubject(environment, companyEmail), pushHosts: readHosts(environment) };
}

function readSubject(environment: Environment, companyEmail: string): string {
  const text = textOf(environment, "PUSH_SUBJECT");
  if (text === null) return `mailto:${companyEmail}`;
  const isMail = text.startsWith("mailto:") && isOneEmail(text.slice("mailto:".length));
  const isPage = URL.canParse(text) && new URL(text).protocol === "https:";
  if (isMail || isPage) return text;
  throw new StartRefusal(
    `PUSH_SUBJECT=${text} is not where push services reach you; one looks like ` +
      "mailto:help@example.com.",
  );
}

/** With a port only on this machine, where tests are: what is elsewhere speaks https on its own. */
function readHosts(environment: Environment): readonly string[] {
  const text = textOf(environment, "PUSH_HOSTS");
  if (text === null) return [];
  const hosts = text.split(",").map((host) => host.trim().toLowerCase());
  const isFine = (host: string) =>
    HOST.test(host) && (!host.includes(":") || isLoopback(host.replace(/:\d+$/, "")));
  if (hosts.every(isFine)) return hosts;
  throw new StartRefusal(
    `PUSH_HOSTS=${text} is not a list of hosts; one looks like push.example.com,push.example.org.`,
  );
}
