// A run of quotes of one market, packed: per quote the milliseconds since the one before, the step
// of the bid and the change of the spread, as variable-length integers; four to six bytes for a
// usual tick. The first quote of a run stands against zero, so a run is read without any other.

export type RunQuote = { readonly bid: number; readonly ask: number; readonly atMs: number };

const BYTES_AT_START = 64;
/** Three integers of at most eight bytes each. */
const QUOTE_BYTES_MAX = 24;
const MORE = 0x80;

export class QuoteRun {
  #bytes = new Uint8Array(BYTES_AT_START);
  #end = 0;
  #bid = 0;
  #spread = 0;
  #atMs = 0;
  count = 0;
  firstAtMs = 0;

  get byteLength(): number {
    return this.#end;
  }

  append({ bid, ask, atMs }: RunQuote): void {
    if (this.#end + QUOTE_BYTES_MAX > this.#bytes.length) {
      const grown = new Uint8Array(2 * this.#bytes.length);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    if (this.count === 0) this.firstAtMs = atMs;
    const spread = ask - bid;
    this.#write(atMs - this.#atMs);
    this.#write(bid - this.#bid);
    this.#write(spread - this.#spread);
    this.#bid = bid;
    this.#spread = spread;
    this.#atMs = atMs;
    this.count += 1;
  }

  /** The packed bytes; the run starts anew. */
  cut(): Uint8Array {
    const bytes = this.#bytes.slice(0, this.#end);
    this.#end = 0;
    this.#bid = 0;
    this.#spread = 0;
    this.#atMs = 0;
    this.count = 0;
    return bytes;
  }

  #write(step: number): void {
    // Small steps of either sign become small numbers.
    let rest = step < 0 ? -2 * step - 1 : 2 * step;
    while (rest >= MORE) {
      this.#bytes[this.#end] = (rest % MORE) + MORE;
      this.#end += 1;
      rest = Math.floor(rest / MORE);
    }
    this.#bytes[this.#end] = rest;
    this.#end += 1;
  }
}

export function readRun(bytes: Uint8Array): RunQuote[] {
  const quotes: RunQuote[] = [];
  let at = 0;
  let bid = 0;
  let spread = 0;
  let atMs = 0;
  const next = (): number => {
    let value = 0;
    let weight = 1;
    for (;;) {
      const byte = bytes[at];
      if (byte === undefined) throw new Error("Invariant: a run of quotes is whole");
      at += 1;
      value += (byte % MORE) * weight;
      if (byte < MORE) return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
      weight *= MORE;
    }
  };
  while (at < bytes.length) {
    atMs += next();
    bid += next();
    spread += next();
    quotes.push({ bid, ask: bid + spread, atMs });
  }
  return quotes;
}
