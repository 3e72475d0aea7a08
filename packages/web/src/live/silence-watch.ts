// Notices within seconds that a connection has fallen silent, as in a tunnel, where nothing is
// closed and nothing comes: frames that flowed and stopped make it ask, and no answer means that
// what was last heard is no longer fresh. Markets that rest send nothing either, and are not asked.

/** Frames come several times a second while prices move. */
const QUIET_AFTER_MS = 2_000;
const ANSWER_WITHIN_MS = 1_000;
/** Without a frame for this long nothing flowed that could have stopped. */
const FLOWING_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 250;

export type SilenceWatch = {
  /** Something came. Answers whether that ends a silence. */
  readonly heard: (what: "frame" | "pong") => boolean;
  readonly stop: () => void;
};

export function watchSilence({
  now,
  ask,
  onSilent,
}: {
  readonly now: () => number;
  readonly ask: () => void;
  readonly onSilent: () => void;
}): SilenceWatch {
  let heardAtMs = now();
  let framedAtMs = Number.NEGATIVE_INFINITY;
  let askedAtMs: number | null = null;
  let isSilent = false;
  const look = () => {
    const nowMs = now();
    if (askedAtMs !== null) {
      if (isSilent || nowMs - askedAtMs < ANSWER_WITHIN_MS) return;
      isSilent = true;
      onSilent();
      return;
    }
    const isQuiet = nowMs - heardAtMs >= QUIET_AFTER_MS;
    if (!isQuiet || nowMs - framedAtMs >= FLOWING_WITHIN_MS) return;
    askedAtMs = nowMs;
    ask();
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return {
    heard(what) {
      const wasSilent = isSilent;
      heardAtMs = now();
      if (what === "frame") framedAtMs = heardAtMs;
      askedAtMs = null;
      isSilent = false;
      return wasSilent;
    },
    stop: () => clearInterval(timer),
  };
}
