// Readers in lanes of some thousand, flushed one lane after the other: an order does not wait for a
// flush to everybody, and whoever is served last gets the prices of that moment. Made by
// live-socket.ts. With fewer readers there is one lane, and with none it is there too.

import type { LiveTopics } from "./live-topics.ts";

export type Lanes = Pick<LiveTopics, "subscribe" | "stop"> & {
  /** Those that have readers; the first one always. */
  readonly busy: () => readonly [LiveTopics, ...LiveTopics[]];
};

type Lane = { readonly topics: LiveTopics; readers: number };

export function createLanes({
  open,
  readersPerLaneMax,
}: {
  readonly open: () => LiveTopics;
  readonly readersPerLaneMax: number;
}): Lanes {
  const first: Lane = { topics: open(), readers: 0 };
  const others: Lane[] = [];

  /** The first that has room, so that lanes empty when people leave. */
  function findLane(): Lane {
    const found = [first, ...others].find(({ readers }) => readers < readersPerLaneMax);
    if (found) return found;
    const lane = { topics: open(), readers: 0 };
    others.push(lane);
    return lane;
  }

  return {
    subscribe(reader, language) {
      const lane = findLane();
      const subscriptions = lane.topics.subscribe(reader, language);
      lane.readers += 1;
      let isHere = true;
      return {
        ...subscriptions,
        end() {
          if (isHere) lane.readers -= 1;
          isHere = false;
          subscriptions.end();
        },
      };
    },
    busy: () => [
      first.topics,
      ...others.filter(({ readers }) => readers > 0).map(({ topics }) => topics),
    ],
    stop() {
      for (const { topics } of [first, ...others]) topics.stop();
    },
  };
}
