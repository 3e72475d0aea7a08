// Who may open a live socket: our own pages and programs that are no browser, as many as the
// server and an address may hold. Counts addresses, remembers nothing else of them.

import type { IncomingMessage } from "node:http";
import { SOCKET_PATH } from "@truetick/contract";
import { isRefused, type Refused, refuse } from "../../platform/handler.ts";
import { isLoopback } from "../../platform/loopback.ts";
import type { OwnOrigin } from "../http/check-site.ts";
import { clientAddress } from "../http/client-address.ts";
import { readTarget } from "../http/request-target.ts";
import type { SocketLimits } from "./socket-limits.ts";

export type Admission = {
  /** Refuses with NOT_FOUND, CROSS_SITE (T75), TOO_MANY or UNAVAILABLE (T78). */
  readonly ask: (request: IncomingMessage) => Refused | null;
  /** Counts a socket in; the answer counts it out again. */
  readonly enter: (request: IncomingMessage) => () => void;
};

export function createAdmission({
  isOwnOrigin,
  trustedProxies,
  limits,
}: {
  isOwnOrigin: OwnOrigin;
  trustedProxies: number;
  limits: Pick<SocketLimits, "socketsMax" | "socketsPerAddressMax">;
}): Admission {
  const perAddress = new Map<string, number>();
  let total = 0;
  return {
    ask(request) {
      const target = readTarget(request.url ?? "");
      if (isRefused(target)) return target;
      if (target.path !== SOCKET_PATH) return refuse("NOT_FOUND");
      const { origin, host } = request.headers;
      if (origin !== undefined && !isOwnOrigin(origin, host)) return refuse("CROSS_SITE");
      if (total >= limits.socketsMax) return refuse("UNAVAILABLE");
      const address = clientAddress(request, trustedProxies);
      const isFull = (perAddress.get(address) ?? 0) >= limits.socketsPerAddressMax;
      return isFull && !isLoopback(address) ? refuse("TOO_MANY") : null;
    },
    enter(request) {
      const address = clientAddress(request, trustedProxies);
      total += 1;
      perAddress.set(address, (perAddress.get(address) ?? 0) + 1);
      return () => {
        total -= 1;
        const left = (perAddress.get(address) ?? 1) - 1;
        if (left > 0) perAddress.set(address, left);
        else perAddress.delete(address);
      };
    },
  };
}
