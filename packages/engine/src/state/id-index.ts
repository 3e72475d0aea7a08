// From an id to its slot, through pages of ids: they are given out one after the other, so a page
// is nearly full, and all of them together stay near the processor, where a hash of ids and slots
// does not. Ids are positive integers and never leave. An id far from all others costs a page.
import { assert } from "@truetick/money";
import { NONE } from "./columns.ts";

const PAGE_SIZE = 1_024;

export class IdIndex {
  private readonly pages: (Int32Array | undefined)[] = [];

  /** The slot of an id, or NONE. */
  get(id: number): number {
    const pageNumber = Math.floor(id / PAGE_SIZE);
    const page = this.pages[pageNumber];
    return page === undefined ? NONE : (page[id - pageNumber * PAGE_SIZE] ?? NONE);
  }

  add(id: number, slot: number): void {
    assert(Number.isSafeInteger(id) && id > 0, "Invariant: an id is a positive integer");
    const pageNumber = Math.floor(id / PAGE_SIZE);
    const page = this.pages[pageNumber] ?? new Int32Array(PAGE_SIZE).fill(NONE);
    page[id - pageNumber * PAGE_SIZE] = slot;
    this.pages[pageNumber] = page;
  }
}
