// The plain lane: POSTs that arrive whole and plain (read-plain.ts) are answered on their
// connection without node:http, which takes three times as long for it (decision 0049). Whatever
// else comes, the connection goes to node:http with its bytes, for good. Made by http-server.ts.
// Invariants: of a connection one request is under way at a time, and its answers go out in order;
// nobody holds a place with nothing (T78).

import type { Socket } from "node:net";
import { type PlainRequest, readPlain } from "./read-plain.ts";

/** Makes what is written to the connection; null: this one is not for the lane. */
export type AnswerPlain = (
  request: PlainRequest,
  socket: Socket,
) => (() => Promise<string | Buffer>) | null;

export type PlainLane = {
  readonly take: (socket: Socket) => void;
  /** Lets go of everybody, once they are answered. */
  readonly drain: () => void;
  /** At once, answered or not. */
  readonly cut: () => void;
};

type LaneOptions = {
  readonly answer: AnswerPlain;
  /** Reads the connection from here on; the bytes are back in it. */
  readonly handOver: (socket: Socket) => void;
  /** Within which a connection has to say something. */
  readonly firstMs: number;
  /** And again after an answer. */
  readonly keepAliveMs: number;
};

export function createPlainLane(options: LaneOptions): PlainLane {
  const guests = new Set<Guest>();
  const house = { ...options, begin: createTurns(), leave: (it: Guest) => guests.delete(it) };
  return {
    take(socket) {
      guests.add(new Guest(socket, house));
    },
    drain() {
      for (const guest of guests) guest.leaveSoon();
    },
    cut() {
      for (const guest of guests) guest.cut();
    },
  };
}

/**
 * Begins what one turn of the event loop brought together, after it: then all of them go through
 * each step of their answers one after the other, and the machine has the step's code at hand.
 */
function createTurns(): (begin: () => void) => void {
  let waiting: (() => void)[] = [];
  const beginAll = () => {
    const all = waiting;
    waiting = [];
    for (const begin of all) begin();
  };
  return (begin) => {
    if (waiting.length === 0) setImmediate(beginAll);
    waiting.push(begin);
  };
}

type House = LaneOptions & {
  readonly begin: ReturnType<typeof createTurns>;
  readonly leave: (guest: Guest) => void;
};

/** One connection in the lane. */
class Guest {
  readonly #socket: Socket;
  readonly #house: House;
  #isBusy = false;
  #isLast = false;
  /** Came while the one before was being answered. */
  #next: Buffer | null = null;

  constructor(socket: Socket, house: House) {
    this.#socket = socket;
    this.#house = house;
    socket.setTimeout(house.firstMs);
    socket.on("data", this.#take).on("timeout", this.#expire).on("end", this.leaveSoon);
    socket.on("error", this.cut).on("close", this.#close);
  }

  readonly #take = (bytes: Buffer): void => {
    const socket = this.#socket;
    // Let go of a moment ago: what cannot be answered is not carried out.
    if (!socket.writable) return;
    if (this.#isBusy) {
      // Whoever sends more is not heard before the answer.
      this.#next = bytes;
      socket.pause();
      return;
    }
    // Answers that are not taken pile up here; node:http waits for its callers to take them.
    const request = socket.writableNeedDrain ? null : readPlain(bytes);
    const answer = request && this.#house.answer(request, socket);
    if (answer === null) this.#handOver(bytes);
    else {
      this.#isBusy = true;
      this.#house.begin(() => {
        // Cut off in the same turn: what cannot be answered is not carried out.
        if (!socket.destroyed) answer().then(this.#say, this.cut);
      });
    }
  };

  readonly #say = (answer: string | Buffer): void => {
    this.#isBusy = false;
    const socket = this.#socket;
    // A caller that went away takes the answer with it.
    if (!socket.writable) return;
    if (typeof answer === "string") socket.write(answer, "latin1");
    else socket.write(answer);
    if (socket.timeout !== this.#house.keepAliveMs) socket.setTimeout(this.#house.keepAliveMs);
    const next = this.#next;
    this.#next = null;
    if (next !== null) {
      socket.resume();
      this.#take(next);
    } else if (this.#isLast) socket.destroySoon();
  };

  #handOver(bytes: Buffer): void {
    const socket = this.#socket;
    if (socket.readableEnded) {
      // It was cut off in the middle of a request, and says nothing more.
      socket.destroySoon();
      return;
    }
    this.#house.leave(this);
    socket.off("data", this.#take).off("timeout", this.#expire).off("end", this.leaveSoon);
    socket.off("error", this.cut).off("close", this.#close);
    socket.setTimeout(0);
    socket.unshift(bytes);
    this.#house.handOver(socket);
  }

  readonly leaveSoon = (): void => {
    this.#isLast = true;
    if (!this.#isBusy) this.#socket.destroySoon();
  };

  readonly cut = (): void => {
    this.#socket.destroy();
  };

  readonly #expire = (): void => {
    if (!this.#isBusy) this.#socket.destroy();
  };

  readonly #close = (): void => {
    this.#house.leave(this);
  };
}
