// The figures as they were last counted: each anew when its time is over and somebody asks, one
// query at a time, so that a public page cannot be used to keep the database busy. Files of rows
// likewise; the few that were asked for last are kept. Invariant: what waits is bounded.

import type { FigureId, FigureReading } from "@truetick/contract/proof";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import { type Refused, refuse } from "../../platform/handler.ts";
import { FIGURES, figureOf } from "./figures.ts";
import { readFigure, readRows, windowOf } from "./read-figure.ts";

export type RowsFile = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

export type FigureBook = {
  /** All of them, in the order of the page. */
  readonly all: () => Promise<readonly FigureReading[]>;
  readonly one: (id: FigureId) => Promise<FigureReading>;
  /** Refuses with TOO_MANY while too many files are being read. */
  readonly rows: (id: FigureId, page: number) => Promise<RowsFile | Refused>;
};

const FILES_KEPT_MAX = 6;
const FILES_WAITING_MAX = 8;
const FILE_KEPT_MS = 5 * 60_000;

type Kept<T> = { readonly atMs: number; readonly answer: Promise<T> };

export function createFigureBook({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Clock;
}): FigureBook {
  const readings = new Map<FigureId, Kept<FigureReading>>();
  const files = new Map<string, Kept<RowsFile>>();
  let lane: Promise<unknown> = Promise.resolve();
  let filesWaiting = 0;

  /** One after the other. */
  function inLane<T>(act: () => Promise<T>): Promise<T> {
    const done = lane.then(act);
    lane = done.catch(() => undefined);
    return done;
  }

  const isFresh = (kept: Kept<unknown> | undefined, keptMs: number) =>
    kept !== undefined && clock.monotonic() - kept.atMs < keptMs;

  function one(id: FigureId): Promise<FigureReading> {
    const known = readings.get(id);
    const figure = figureOf(id);
    if (known && isFresh(known, figure.keptMs)) return known.answer;
    const answer = inLane(() => readFigure(database, figure, windowOf(figure, clock.now())));
    readings.set(id, { atMs: clock.monotonic(), answer });
    // What failed is asked for again by the next reader.
    answer.catch(() => readings.delete(id));
    return answer;
  }

  function readFile(id: FigureId, page: number): Promise<RowsFile> {
    const figure = figureOf(id);
    filesWaiting += 1;
    const answer = inLane(async () => {
      const window = windowOf(figure, clock.now());
      const rows = await readRows(database, figure, { window, page });
      return { columns: figure.rowColumns, rows };
    }).finally(() => {
      filesWaiting -= 1;
    });
    return answer;
  }

  return {
    all: () => Promise.all(FIGURES.map(({ id }) => one(id))),
    one,
    async rows(id, page) {
      const name = `${id}/${page}`;
      const known = files.get(name);
      if (known && isFresh(known, FILE_KEPT_MS)) return await known.answer;
      if (filesWaiting >= FILES_WAITING_MAX) return refuse("TOO_MANY");
      const answer = readFile(id, page);
      files.delete(name);
      files.set(name, { atMs: clock.monotonic(), answer });
      for (const oldest of [...files.keys()].slice(0, -FILES_KEPT_MAX)) files.delete(oldest);
      answer.catch(() => files.delete(name));
      return await answer;
    },
  };
}
