// A bus whose carrier can be gone for a while, for tests: nothing is carried then, and whoever is
// on the line hears of it when it is back, as over NATS.

import { type Bus, BusSilent } from "../platform/bus/bus.ts";

export type CutBus = Bus & { readonly cut: () => void; readonly mend: () => void };

export function createCutBus(bus: Bus): CutBus {
  const listeners = new Set<() => void>();
  let isCut = false;
  const silent = () => Promise.reject(new BusSilent("the line is down"));
  return {
    ...bus,
    publish: (subject, bytes) => {
      if (!isCut) bus.publish(subject, bytes);
    },
    request: (subject, bytes, timeoutMs) =>
      isCut ? silent() : bus.request(subject, bytes, timeoutMs),
    flush: () => (isCut ? silent() : bus.flush()),
    isUp: () => !isCut && bus.isUp(),
    onBack: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    cut: () => {
      isCut = true;
    },
    mend: () => {
      isCut = false;
      for (const listener of listeners) listener();
    },
  };
}
