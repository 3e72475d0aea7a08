// What only the price room knows, told to the processes that follow it: which sources live, what
// was refused of them, whose prices are stale, from when on charts are recorded. Told twice
// a second by whoever hosts the room; heard by followed-room.ts. Invariant: a room that is not
// heard of any more counts as silent.

import type { Bus } from "../platform/bus/bus.ts";
import type { Clock } from "../platform/clock.ts";
import type { TradedMarket } from "./markets/traded-market.ts";
import type { PriceRoom } from "./price-room.ts";
import type { RefusalCount } from "./quotes/quote-gate.ts";
import { SOURCE_SILENT_AFTER_MS, type SourceReading } from "./quotes/source-book.ts";

const ROOM_REPORTS = "prices.room";
const REPORTED_EVERY_MS = 500;

type RoomReport = {
  /** Of the lease of shard 0. */
  readonly epoch: number;
  readonly readings: readonly SourceReading[];
  readonly refused: readonly RefusalCount[];
  /** Codes of markets whose price the room finds stale. */
  readonly silent: readonly string[];
  /** What was not recorded up to this moment is the generated past. */
  readonly beganAtMs: number;
};

type Room = {
  readonly bus: Bus;
  readonly epoch: number;
  readonly markets: readonly TradedMarket[];
  readonly room: Pick<PriceRoom, "sources" | "gate" | "board">;
  readonly beganAtMs: () => number;
};

/** Answers how to stop. */
export function tellRoomReports({ bus, epoch, markets, room, beganAtMs }: Room): () => void {
  const { sources, gate, board } = room;
  const timer = setInterval(() => {
    const report: RoomReport = {
      epoch,
      readings: sources.readings(),
      refused: gate.refusedBySource(),
      silent: markets.map(({ code }) => code).filter(board.isStale),
      beganAtMs: beganAtMs(),
    };
    bus.publish(ROOM_REPORTS, new TextEncoder().encode(JSON.stringify(report)));
  }, REPORTED_EVERY_MS);
  return () => clearInterval(timer);
}

export type HeardRoom = {
  readonly readings: () => readonly SourceReading[];
  readonly refused: () => readonly RefusalCount[];
  readonly isStale: (code: string) => boolean;
  readonly stop: () => void;
};

type Ears = {
  readonly bus: Bus;
  readonly clock: Pick<Clock, "monotonic">;
  /** By name, in the order of the plan: silent until something is heard. */
  readonly sources: readonly string[];
  readonly onBegun: (atMs: number) => void;
};

export function hearRoomReports({ bus, clock, sources, onBegun }: Ears): HeardRoom {
  let newest: RoomReport | null = null;
  let heardAtMs = clock.monotonic();
  const stop = bus.subscribe(ROOM_REPORTS, ({ bytes }) => {
    // Written by the function above in a process of ours.
    const report = JSON.parse(new TextDecoder().decode(bytes)) as RoomReport;
    if (report.epoch < (newest?.epoch ?? 0)) return;
    // The room's moment counts from the first report on, not that at which it is followed.
    const isNews = report.beganAtMs !== newest?.beganAtMs;
    newest = report;
    heardAtMs = clock.monotonic();
    if (isNews) onBegun(report.beganAtMs);
  });
  const isLost = () => clock.monotonic() - heardAtMs > SOURCE_SILENT_AFTER_MS;
  return {
    readings: () =>
      sources.map((source) => {
        const told = newest?.readings.find((reading) => reading.source === source);
        return { source, isSilent: told?.isSilent !== false || isLost(), ticks: told?.ticks ?? 0 };
      }),
    refused: () => newest?.refused ?? [],
    // For a moment after the start a price is as fresh as its age says.
    isStale: (code) => isLost() || (newest?.silent.includes(code) ?? false),
    stop,
  };
}
