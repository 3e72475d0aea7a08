// A bus that misbehaves as lines do, for tests: messages are lost, come twice or late, in both
// directions, and those of different subjects overtake each other. What one publisher says under
// one subject keeps its order, as the bus promises. `mute` is a process that was killed: nothing
// more leaves it or reaches it.

import { type Bus, BusSilent } from "../platform/bus/bus.ts";

export type Faults = {
  readonly lost: number;
  readonly doubled: number;
  readonly late: number;
  readonly lateMaxMs: number;
};

export type FaultyBus = Bus & { readonly mute: () => void };

export const NO_FAULTS: Faults = { lost: 0, doubled: 0, late: 0, lateMaxMs: 0 };

type Misbehaviour = {
  readonly said: Faults;
  readonly heard: Faults;
  readonly chance?: () => number;
};

export function createFaultyBus(
  bus: Bus,
  { said, heard, chance = Math.random }: Misbehaviour,
): FaultyBus {
  let isMute = false;

  /** Answers how a message of one direction goes on, if it does. */
  function mistreat(faults: Faults): (subject: string, goOn: () => void) => void {
    /** When the last message of a subject arrives: the next may not overtake it. */
    const arriving = new Map<string, number>();
    function delay(subject: string, goOn: () => void): void {
      const now = performance.now();
      const delayMs = chance() < faults.late ? chance() * faults.lateMaxMs : 0;
      const at = Math.max(now + delayMs, arriving.get(subject) ?? 0);
      if (at > now) {
        arriving.set(subject, at);
        setTimeout(() => {
          if (!isMute) goOn();
        }, at - now);
      } else goOn();
    }
    return (subject, goOn) => {
      if (isMute || chance() < faults.lost) return;
      delay(subject, goOn);
      if (chance() < faults.doubled) delay(subject, goOn);
    };
  }

  const leave = mistreat(said);
  const arrive = mistreat(heard);
  return {
    ...bus,
    publish: (subject, bytes) => leave(subject, () => bus.publish(subject, bytes)),
    subscribe: (subject, take) =>
      bus.subscribe(subject, (message) => arrive(subject, () => take(message))),
    request: (subject, bytes, timeoutMs) => {
      if (isMute || chance() < said.lost || chance() < heard.lost) {
        return new Promise((_, reject) => {
          setTimeout(() => reject(new BusSilent("lost")), timeoutMs);
        });
      }
      return bus.request(subject, bytes, timeoutMs);
    },
    mute: () => {
      isMute = true;
    },
  };
}
