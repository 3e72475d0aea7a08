// The calls about notices on a device: the key to subscribe with, subscribing, and no more. A
// device belongs to the session that named it, so that logging out ends its notices too.

import { pushDeviceFromFields, pushEndpointFromFields } from "@truetick/contract/calls";
import { type Handlers, refuse } from "../../platform/handler.ts";
import { isPushEndpoint } from "./push-hosts.ts";
import { isCurvePoint, type PushIdentity } from "./push-identity.ts";
import type { PushDevices } from "./push-table.ts";

export type PushHandlers = Handlers<"getPushKey" | "subscribePush" | "unsubscribePush">;

export function createPushHandlers(parts: {
  readonly devices: Pick<PushDevices, "keep" | "forget">;
  readonly identity: Pick<PushIdentity, "publicKey">;
  readonly ownHosts: readonly string[];
}): PushHandlers {
  const { devices, identity, ownHosts } = parts;
  return {
    getPushKey: () => ({ key: identity.publicKey }),
    async subscribePush(fields, { caller }) {
      const device = pushDeviceFromFields(fields);
      if (!isPushEndpoint(device.endpoint, ownHosts)) return refuse("PUSH_ENDPOINT_REFUSED");
      if (!isCurvePoint(device.p256dh)) return refuse("FIELD_INVALID", { field: "p256dh" });
      await devices.keep(caller, device);
      return {};
    },
    async unsubscribePush(fields, { caller: { userId } }) {
      await devices.forget(userId, pushEndpointFromFields(fields).endpoint);
      return {};
    },
  };
}
