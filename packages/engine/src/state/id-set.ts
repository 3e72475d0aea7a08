// A set of ids that only grows, as bits: ids are given out one after the other, so nearly all of a
// page is set, and millions of them stay small and near the processor, where a hash of them does
// not. Told as runs, in order: a hole is what was asked for and never settled. An id far from all
// others costs a page.
import { assert } from "@truetick/money";

const WORD_BITS = 32;
/** Small enough to lie beside its head instead of in memory of its own. */
const PAGE_WORDS = 16;
const PAGE_BITS = PAGE_WORDS * WORD_BITS;
const ALL_BITS = -1;

/** Ids that follow each other. */
export type IdRun = { readonly first: number; readonly length: number };

export class IdSet {
  private readonly pages = new Map<number, Int32Array>();
  /** The page asked for last: ids come in about the order in which they were given out. */
  private lastNumber = Number.NaN;
  private lastPage: Int32Array | undefined;

  has(id: number): boolean {
    const number = Math.floor(id / PAGE_BITS);
    const page = this.pageOf(number);
    if (page === undefined || !Number.isInteger(id)) return false;
    const bit = id - number * PAGE_BITS;
    return ((page[bit >>> 5] ?? 0) & (1 << bit)) !== 0;
  }

  add(id: number): void {
    assert(Number.isSafeInteger(id) && id >= 0, "Invariant: a settled id is a count");
    const number = Math.floor(id / PAGE_BITS);
    const page = this.pageOf(number) ?? this.addPage(number);
    const bit = id - number * PAGE_BITS;
    page[bit >>> 5] = (page[bit >>> 5] ?? 0) | (1 << bit);
  }

  addRun({ first, length }: IdRun): void {
    for (let id = first; id < first + length; id += 1) this.add(id);
  }

  /** In order, each as long as it can be. */
  runs(): IdRun[] {
    const runs: IdRun[] = [];
    let first = 0;
    let length = 0;
    const take = (id: number, count: number) => {
      if (length > 0 && id === first + length) {
        length += count;
        return;
      }
      if (length > 0) runs.push({ first, length });
      first = id;
      length = count;
    };
    for (const number of [...this.pages.keys()].sort((left, right) => left - right)) {
      for (const [index, word] of this.pages.get(number)?.entries() ?? []) {
        const from = number * PAGE_BITS + index * WORD_BITS;
        if (word === ALL_BITS) take(from, WORD_BITS);
        else for (let left = word; left !== 0; left &= left - 1) take(from + lowestBit(left), 1);
      }
    }
    if (length > 0) runs.push({ first, length });
    return runs;
  }

  private pageOf(number: number): Int32Array | undefined {
    if (number !== this.lastNumber) {
      this.lastPage = this.pages.get(number);
      this.lastNumber = number;
    }
    return this.lastPage;
  }

  private addPage(number: number): Int32Array {
    const page = new Int32Array(PAGE_WORDS);
    this.pages.set(number, page);
    this.lastPage = page;
    return page;
  }
}

function lowestBit(word: number): number {
  return WORD_BITS - 1 - Math.clz32(word & -word);
}
