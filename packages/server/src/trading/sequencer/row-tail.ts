// The bytes of committed rows since a snapshot, end to end on pages: a few large things to keep in
// place of many small ones, each of which would weigh six times its bytes. Kept by live-state.ts.

const PAGE_BYTES = 65_536;

/** `ends`: where each row on the page is over. */
type Page = { readonly bytes: Uint8Array; readonly ends: number[]; used: number };

export class RowTail {
  #pages: Page[] = [];
  #byteLength = 0;

  get isEmpty(): boolean {
    return this.#pages.length === 0;
  }

  /** Of the rows, without what is still free on their pages. */
  get byteLength(): number {
    return this.#byteLength;
  }

  add(row: Uint8Array): void {
    const page = this.#pageFor(row.length);
    page.bytes.set(row, page.used);
    page.used += row.length;
    page.ends.push(page.used);
    this.#byteLength += row.length;
  }

  /** In the order they came. */
  *rows(): Generator<Uint8Array> {
    for (const { bytes, ends } of this.#pages) {
      let start = 0;
      for (const end of ends) {
        yield bytes.subarray(start, end);
        start = end;
      }
    }
  }

  clear(): void {
    this.#pages = [];
    this.#byteLength = 0;
  }

  #pageFor(length: number): Page {
    const last = this.#pages.at(-1);
    if (last && last.used + length <= last.bytes.length) return last;
    const page = { bytes: new Uint8Array(Math.max(PAGE_BYTES, length)), ends: [], used: 0 };
    this.#pages.push(page);
    return page;
  }
}
