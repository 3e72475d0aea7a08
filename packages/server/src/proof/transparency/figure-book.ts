// The figures as they were last counted: each anew when its time is over and somebody asks, one
// query at a time, so that a public page cannot be used to keep the database busy. Files of rows
// have a lane of their own and hold up no figure. Invariants: what was counted once is answered at
// once, also while it is counted anew and after that failed; what waits or is held is bounded.

import { type FigureId, type FigureReading, ROWS_PER_FILE } from "@truetick/contract/proof";
import type { Clock } from "../../platform/clock.ts";
import { csvLine } from "../../platform/csv.ts";
import type { Database } from "../../platform/database.ts";
import { type Refused, refuse } from "../../platform/handler.ts";
import type { Log } from "../../platform/log.ts";
import { MINUTE_MS } from "./figure.ts";
import { FIGURES, figureOf } from "./figures.ts";
import { notCounted, readFigure, readRows, windowOf, windowOfReading } from "./read-figure.ts";

type RowsFile = {
  /** Whose rows these are. */
  readonly reading: FigureReading;
  /** Its heading is a line too. */
  readonly lineCount: number;
  /** As CSV. The file is open until they are at their end or given up. */
  readonly lines: AsyncIterable<string>;
};

type WantedRows = { readonly page: number; readonly address: string };

export type FigureBook = {
  /** All of them, in the order of the page. Those that could not be counted say so. */
  readonly all: () => Promise<readonly FigureReading[]>;
  readonly one: (id: FigureId) => Promise<FigureReading>;
  /**
   * Refuses with FIELD_INVALID a page that the figure does not have, with UNAVAILABLE the rows of
   * one that could not be counted, and with TOO_MANY while too many files are open, in all or at
   * this address.
   */
  readonly rows: (id: FigureId, wanted: WantedRows) => Promise<RowsFile | Refused>;
};

/** Waiting, being read or being sent: each is held whole until its reader has it. */
const FILES_OPEN_MAX = 8;
/** Whoever reads slowly keeps a place for long, but not everybody's. */
const FILES_OF_ADDRESS_MAX = 3;
/** What failed would fail again at once, and be in the way of the others. */
const FAILURE_RESTS_MS = MINUTE_MS;

type Known = { readonly reading: FigureReading; readonly untilMs: number };

export function createFigureBook({
  database,
  clock,
  log,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
}): FigureBook {
  const known = new Map<FigureId, Known>();
  const underWay = new Map<FigureId, Promise<FigureReading>>();
  const countInLane = createLane();
  const files = createFiles(database);

  async function one(id: FigureId): Promise<FigureReading> {
    const last = known.get(id);
    if (last && clock.monotonic() < last.untilMs) return last.reading;
    const counting = underWay.get(id) ?? countInLane(() => count(id));
    underWay.set(id, counting);
    return last?.reading ?? (await counting);
  }

  /** Never fails: what stood before stands on. */
  async function count(id: FigureId): Promise<FigureReading> {
    const figure = figureOf(id);
    const window = windowOf(figure, clock.now());
    let keptMs = figure.keptMs;
    const reading = await readFigure(database, figure, window).catch((err) => {
      log.warn({ err, figure: id }, "a figure was not counted; what was known of it stands");
      keptMs = FAILURE_RESTS_MS;
      return known.get(id)?.reading ?? notCounted(figure, window);
    });
    known.set(id, { reading, untilMs: clock.monotonic() + keptMs });
    underWay.delete(id);
    return reading;
  }

  return {
    all: () => Promise.all(FIGURES.map(({ id }) => one(id))),
    one,
    rows: async (id, wanted) => files.open(await one(id), wanted),
  };
}

/** Files of rows, each of one reading. */
function createFiles(database: Database) {
  const readInLane = createLane();
  /** By the address; one entry for each open file. */
  const open: string[] = [];

  async function readLines(reading: FigureReading, page: number): Promise<readonly string[]> {
    const figure = figureOf(reading.id);
    const rows = await readRows(database, figure, { window: windowOfReading(reading), page });
    return [figure.rowColumns, ...rows].map((cells) => csvLine(cells));
  }

  const letGo = (address: string) => void open.splice(open.indexOf(address), 1);

  async function* handOut(lines: readonly string[], address: string): AsyncGenerator<string> {
    try {
      yield* lines;
    } finally {
      letGo(address);
    }
  }

  return {
    async open(reading: FigureReading, { page, address }: WantedRows): Promise<RowsFile | Refused> {
      if (reading.rowCount === null) return refuse("UNAVAILABLE");
      // A figure without rows has a file too: that of its heading.
      const lastPage = Math.max(1, Math.ceil(reading.rowCount / ROWS_PER_FILE));
      if (page > lastPage) return refuse("FIELD_INVALID", { field: "page" });
      const own = open.filter((each) => each === address).length;
      if (open.length >= FILES_OPEN_MAX || own >= FILES_OF_ADDRESS_MAX) return refuse("TOO_MANY");
      open.push(address);
      try {
        const lines = await readInLane(() => readLines(reading, page));
        return { reading, lineCount: lines.length, lines: handOut(lines, address) };
      } catch (error) {
        letGo(address);
        throw error;
      }
    },
  };
}

/** One after the other, whether those before failed or not. */
function createLane(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const done = last.then(act);
    last = done.catch(() => undefined);
    return done;
  };
}
