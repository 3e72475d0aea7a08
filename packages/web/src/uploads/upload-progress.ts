// How far an upload is, in words: sizes in the reader's notation and the time that is left. Pure.

const BYTES_PER_MEGABYTE = 1_000_000;
/** Before this nobody can say how fast the line is. */
const TELLING_AFTER_MS = 800;

/** As megabytes with one decimal; never "0.0 MB" for something that is there. */
export function writeSize(bytes: number, tag: string): string {
  const shown = Math.max(0.1, bytes / BYTES_PER_MEGABYTE);
  const style = { style: "unit", unit: "megabyte", maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(tag, style).format(shown);
}

/** Whole seconds at the speed so far; null while that is a guess, or nothing is left. */
export function secondsLeft({
  sentBytes,
  totalBytes,
  elapsedMs,
}: {
  readonly sentBytes: number;
  readonly totalBytes: number;
  readonly elapsedMs: number;
}): number | null {
  if (elapsedMs < TELLING_AFTER_MS || sentBytes <= 0 || sentBytes >= totalBytes) return null;
  return Math.max(1, Math.round(((elapsedMs / sentBytes) * (totalBytes - sentBytes)) / 1_000));
}
