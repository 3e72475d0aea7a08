// How much work waits, queue by queue: what the desk's first page and its badges show.
// Browser-safe; `summary.calls.ts` declares the call.

export type QueueCount = {
  /** As "deposits"; the areas name theirs. */
  readonly queue: string;
  readonly open: number;
};

export type SummaryWire = { queues: { queue: string; open: number }[] };
