// Whether a frame may be believed: the first of a topic is a snapshot, and each later one follows
// the one before it. One that does not means that something was missed, and that the topic has to
// begin anew. Kept by live-socket.ts for one connection.

import type { ServerFrame } from "@truetick/contract";

/** "late": what came before it is missing, and a new snapshot is already on its way. */
export type Verdict = "take" | "gap" | "late";

export type FrameOrder = {
  readonly judge: (frame: ServerFrame) => Verdict;
  /** The topic begins anew: nothing is believed until its snapshot. */
  readonly forget: (type: string) => void;
};

export function createFrameOrder(): FrameOrder {
  /** The number of the newest frame by type; null after a gap. */
  const numbers = new Map<string, number | null>();
  return {
    forget: (type) => void numbers.delete(type),
    judge(frame) {
      if (!("seq" in frame)) return "take";
      const { type, seq } = frame;
      const last = numbers.get(type);
      if (frame.snapshot === 1 || last === seq - 1) {
        numbers.set(type, seq);
        return "take";
      }
      numbers.set(type, null);
      return last === null ? "late" : "gap";
    },
  };
}
