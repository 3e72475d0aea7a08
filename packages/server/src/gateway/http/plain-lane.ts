// The plain lane: POSTs that arrive whole and plain (read-plain.ts) are answered on their
// connection without node:http, which takes three times as long for it (decision 0049). Whatever
// else comes, the connection goes to node:http with its bytes, for good. Made by http-server.ts.
// Invariants: of a connection one request is under way at a time, and its answers go out in order;
// nobody holds a place with nothing (T78).

import type { Socket } from "node:net";
import { type PlainRequest, readPlain } from "./read-plain.ts";

/** What is written to the connection; null: this one is not for the lane. */
export type AnswerPlain = (
  request: PlainRequest,
  socket: Socket,
) => Promise<string | Buffer> | null;

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
  const leave = (guest: Guest) => guests.delete(guest);
  return {
    take(socket) {
      guests.add(new Guest(socket, options, leave));
    },
    drain() {
      for (const guest of guests) guest.leaveSoon();
    },
    cut() {
      for (const guest of guests) guest.cut();
    },
  };
}

/** One connection in the lane. */
class Guest {
  readonly #socket: Socket;
  readonly #options: LaneOptions;
  readonly #leave: (guest: Guest) => void;
  #isBusy = false;
  #isLast = false;
  /** Came while the one before was being answered. */
  #next: Buffer | null = null;

  constructor(socket: Socket, options: LaneOptions, leave: (guest: Guest) => void) {
    this.#socket = socket;
    this.#options = options;
    this.#leave = leave;
    socket.setTimeout(options.firstMs);
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
    const answer = request && this.#options.answer(request, socket);
    if (answer === null) this.#handOver(bytes);
    else {
      this.#isBusy = true;
      answer.then(this.#say, this.cut);
    }
  };

  readonly #say = (answer: string | Buffer): void => {
    this.#isBusy = false;
    const socket = this.#socket;
    // A caller that went away takes the answer with it.
    if (!socket.writable) return;
    if (typeof answer === "string") socket.write(answer, "latin1");
    else socket.write(answer);
    if (socket.timeout !== this.#options.keepAliveMs) socket.setTimeout(this.#options.keepAliveMs);
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
    this.#leave(this);
    socket.off("data", this.#take).off("timeout", this.#expire).off("end", this.leaveSoon);
    socket.off("error", this.cut).off("close", this.#close);
    socket.setTimeout(0);
    socket.unshift(bytes);
    this.#options.handOver(socket);
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
    this.#leave(this);
  };
}
