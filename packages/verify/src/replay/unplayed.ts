// The beginning of an account's life that cannot be played, because the tape of its days was let
// go of: its rows are taken as they are recorded. It ends with the time that was let go of, or when
// the last stop has gone that trailed prices then: where that stop stood nobody can tell any more.

import type { LetGo } from "../archive/let-go.ts";
import { journalPlace, type OpenedRow } from "../evidence/opened-row.ts";
import type { Finding } from "../finding.ts";
import { bad } from "../findings.ts";
import type { LoneAccount } from "./lone-account.ts";
import type { TapeQuote } from "./quote-line.ts";

export class Unplayed {
  readonly untilMs: number;
  readonly #ends: LetGo["ends"];
  /** Positions whose stop stands where quotes had brought it that are gone; null: not yet known. */
  #blind: Set<number> | null = null;
  #last: OpenedRow | null = null;
  #rows = 0;

  constructor({ untilMs, ends }: LetGo) {
    this.untilMs = untilMs;
    this.#ends = ends;
  }

  /** Whether quotes right before this one may have been let go of. */
  isAmongGone({ marketId, seq, atMs }: Pick<TapeQuote, "marketId" | "seq" | "atMs">): boolean {
    if (atMs > this.untilMs) return false;
    return this.#ends.some((end) => end.marketId === marketId && seq <= end.seq);
  }

  /** Takes a row; says so where it cannot have happened as it is recorded. */
  take(row: OpenedRow, account: LoneAccount): Finding | null {
    this.#last = row;
    this.#rows += 1;
    try {
      account.keepRecorded(row.events.values());
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      return bad("replay", journalPlace(row), detail);
    }
    for (const event of row.events.values()) {
      if (event.type === "TrailingSet") this.#blind?.delete(event.orderId);
    }
    return null;
  }

  /** Whether what comes now can be played. Asked when all quotes up to `untilMs` are noted. */
  isOver(account: LoneAccount): boolean {
    const { trailing } = account;
    this.#blind ??= new Set(trailing);
    for (const id of this.#blind) if (!trailing.has(id)) this.#blind.delete(id);
    return this.#blind.size === 0;
  }

  /** What a reader must know of it when it ended; null: nothing had happened by then. */
  noteUpTo(atMs: number): Finding | null {
    if (!this.#last) return null;
    const until = new Date(Math.max(atMs, this.#last.atMs)).toISOString();
    const rows = `${this.#rows} rows up to ${until} are taken as recorded and not played again`;
    const detail = `${rows}: they rest on days whose tape was let go of`;
    return { check: "replay", isGood: true, where: journalPlace(this.#last), detail };
  }
}
