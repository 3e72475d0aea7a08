// The calls about notices on a device. Server side only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import type { PushDevice } from "./push.ts";

const endpointField = z.string().min(1).max(1_000);

export const getPushKey = call({
  method: "GET",
  path: "/v1/api/main/push/key",
  effect: "read",
  audience: "trader",
  summary: "The public key that a browser subscribes to notices with.",
  input: z.object({}),
  output: z.object({ key: z.string() }),
  reasons: [],
});

const SubscribeInput = z.object({
  endpoint: endpointField,
  /** A point of P-256, uncompressed: 65 bytes. */
  p256dh: z.string().regex(/^[\w-]{87}=?$/),
  /** 16 bytes. */
  auth: z.string().regex(/^[\w-]{22}(==)?$/),
});

export function pushDeviceFromFields(fields: z.output<typeof SubscribeInput>): PushDevice {
  const { endpoint, p256dh, auth } = fields;
  return { endpoint, p256dh: p256dh.replace(/=+$/, ""), auth: auth.replace(/=+$/, "") };
}

export const subscribePush = call({
  method: "POST",
  path: "/v1/api/main/push/subscribe",
  effect: "write",
  audience: "trader",
  summary: "Sends the caller's notices to this browser too, until the session ends.",
  input: SubscribeInput,
  output: z.object({}),
  reasons: ["PUSH_ENDPOINT_REFUSED"],
});

const UnsubscribeInput = z.object({ endpoint: endpointField });

export function pushEndpointFromFields(fields: z.output<typeof UnsubscribeInput>) {
  return { endpoint: fields.endpoint };
}

export const unsubscribePush = call({
  method: "POST",
  path: "/v1/api/main/push/unsubscribe",
  effect: "write",
  audience: "trader",
  summary: "Sends no more notices to this browser.",
  input: UnsubscribeInput,
  output: z.object({}),
  reasons: [],
});
