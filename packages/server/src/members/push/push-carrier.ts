// The outbox's way to a browser: Web Push (RFC 8030), encrypted for that browser alone (RFC 8291),
// signed as ours (VAPID, RFC 8292). Composed by main.ts. Invariants: the endpoint is looked at
// again before every request, no redirect is followed, nothing of an answer is kept but its number;
// a device that the service knows no longer is forgotten; nothing here is ever logged.

import type { PushDevice } from "@truetick/contract/notices";
import webPush from "web-push";
import type { Clock } from "../../platform/clock.ts";
import type { Carrier, Delivery, Letter } from "../../platform/outbox/carrier.ts";
import { isPushEndpoint } from "./push-hosts.ts";
import type { PushIdentity } from "./push-identity.ts";
import type { PushDevices } from "./push-table.ts";

export type PushCarrierParts = {
  readonly devices: Pick<PushDevices, "find" | "drop">;
  readonly identity: PushIdentity;
  /** Hosts that the operator named. */
  readonly ownHosts: readonly string[];
  readonly clock: Pick<Clock, "now">;
};

const KEPT_BY_SERVICE_SEC = 3_600;
/** Longer than the device could still be told. */
const RETRY_AFTER_MAX_SEC = 3_600;
/** Of status codes: it will never be taken. */
const GONE = new Set([404, 410]);
const TOO_MANY = 429;

export function createPushCarrier(parts: PushCarrierParts): Carrier {
  const { devices, ownHosts } = parts;
  return {
    name: "push",
    async deliver(letter, signal) {
      const deviceId = Number(letter.to);
      const device = await devices.find(deviceId);
      if (!device) return { outcome: "refused", problem: "logged out" };
      if (!isPushEndpoint(device.endpoint, ownHosts)) {
        await devices.drop(deviceId);
        return { outcome: "refused", problem: "no push service" };
      }
      const response = await post(parts, { device, letter, signal });
      if (GONE.has(response.status)) await devices.drop(deviceId);
      return deliveryOf(response);
    },
  };
}

async function post(
  { identity, clock }: PushCarrierParts,
  sent: { readonly device: PushDevice; readonly letter: Letter; readonly signal: AbortSignal },
): Promise<Response> {
  const { device, letter, signal } = sent;
  const { endpoint, p256dh, auth } = device;
  const ageSec = Math.floor((clock.now() - letter.createdAt.getTime()) / 1_000);
  const request = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    letter.text,
    {
      vapidDetails: identity,
      TTL: Math.max(0, KEPT_BY_SERVICE_SEC - ageSec),
      urgency: "high",
      contentEncoding: "aes128gcm",
    },
  );
  const headers = Object.entries(request.headers)
    // The client sets its own.
    .filter(([name]) => name !== "Content-Length")
    .map(([name, value]): [string, string] => [name, String(value)]);
  const response = await fetch(endpoint, {
    method: "POST",
    headers,
    body: new Uint8Array(request.body),
    redirect: "manual",
    signal,
  });
  // What a service has to say is not for us; unread it would hold the connection.
  await response.body?.cancel();
  return response;
}

function deliveryOf({ status, ok, headers }: Response): Delivery {
  if (ok) return { outcome: "sent" };
  const problem = `push ${status}`;
  const isLater = status === TOO_MANY || status >= 500;
  if (!isLater) return { outcome: "refused", problem };
  const seconds = Number(headers.get("retry-after") ?? 0);
  const isSaid = seconds > 0 && seconds <= RETRY_AFTER_MAX_SEC;
  return { outcome: "failed", problem, ...(isSaid && { retryAfterMs: seconds * 1_000 }) };
}
