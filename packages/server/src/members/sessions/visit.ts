// From where and how somebody comes in: what is kept of it, and how it is said to people. Used by
// sessions and by the record of logins. Invariant: an address is masked before it is stored, so
// that no row tells more than the beginning of a network.

import type { Language, LoginMethod } from "@truetick/contract";
import type { CallContext } from "../../platform/handler.ts";
import { text } from "../../platform/messages.ts";

/** `CallContext` has all but the method. */
export type Visit = Pick<CallContext, "device" | "address" | "language"> & {
  readonly method: LoginMethod;
};

/** A visit as rows have it. */
export type Trace = {
  readonly device: string;
  readonly addressMasked: string;
  readonly method: LoginMethod;
};

const DEVICE_LENGTH_MAX = 64;

export function traceOf({ device, address, method }: Visit): Trace {
  return {
    device: device.slice(0, DEVICE_LENGTH_MAX),
    addressMasked: maskAddress(address),
    method,
  };
}

/** The first two groups: "203.0.x.x", "2001:db8:x:x". */
export function maskAddress(address: string): string {
  const mark = address.includes(":") ? ":" : ".";
  const [first = "", second = ""] = address.split(mark);
  return second === "" ? "" : [first, second, "x", "x"].join(mark);
}

/** "Chrome on Android", in the reader's language. */
export function deviceText(language: Language, device: string): string {
  const [browser = "", system = ""] = device.split("/");
  if (browser !== "" && system !== "") return text(language, "devices.on", { browser, system });
  return browser || system || text(language, "devices.unknown");
}
