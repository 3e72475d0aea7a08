// A lane for costly work: a few at once, a few more wait their turn, everybody else is told at once
// that it is full. Used by the encoder of pictures.

export type Lane = {
  readonly enter: <Done>(work: () => Promise<Done>) => Promise<Done | "busy">;
};

export function createLane({
  atWorkMax,
  waitingMax,
}: {
  readonly atWorkMax: number;
  readonly waitingMax: number;
}): Lane {
  const waiting: (() => void)[] = [];
  let atWork = 0;
  return {
    async enter(work) {
      if (atWork < atWorkMax) atWork += 1;
      else if (waiting.length >= waitingMax) return "busy";
      // The place of whoever leaves is handed on, so nobody overtakes.
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else atWork -= 1;
      }
    },
  };
}
