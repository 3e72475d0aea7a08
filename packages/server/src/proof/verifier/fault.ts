// What the verifier finds: the first bad number of each log, in the order in which they were looked
// at, and how much was looked at. Filled by the checks beside this file, read by verify-record.ts.

/** How a record is bad. */
export type FaultKind =
  /** It should be there and is not. */
  | "missing"
  /** It is there and nothing says that it should be. */
  | "added"
  /** It says something else than the record it follows from. */
  | "changed"
  /** Its hash does not follow from the one before. */
  | "chain"
  /** It is not what the log committed to. */
  | "leaf"
  /** The log has another root than a signed checkpoint says. */
  | "root"
  | "signature"
  /** Something that must always hold does not. */
  | "invariant"
  /** Its bytes mean nothing. */
  | "unreadable";

export type Fault = {
  /** Which record: "journal/0", "tape", "fill", … */
  readonly log: string;
  /** Of a log that is numbered market by market. */
  readonly marketId: number | null;
  /** The first bad number; of what follows from the journal, the row of the journal. */
  readonly seq: number;
  readonly what: FaultKind;
  /** In plain English, for whoever looks after it. */
  readonly detail: string;
};

export class Findings {
  readonly #faults = new Map<string, Fault>();
  readonly #counts = new Map<string, number>();

  /** Of each log the first stays: what is checked is checked from its beginning. */
  add(fault: Fault): void {
    const known = this.#faults.get(fault.log);
    const isEarlier =
      known !== undefined && known.marketId === fault.marketId && fault.seq < known.seq;
    if (!known || isEarlier) this.#faults.set(fault.log, fault);
  }

  has(log: string): boolean {
    return this.#faults.has(log);
  }

  count(what: string, rows: number): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + rows);
  }

  /** In the order in which logs were first found bad. */
  faults(): readonly Fault[] {
    return [...this.#faults.values()];
  }

  counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts);
  }
}
