// The leanest HTTP client that can tell one answer from the next: one socket per connection, one
// request at a time, answers by their content-length. The load must cost little beside the server
// that it measures: all sockets are read into one piece of memory, what was read is made into text
// once, and what is asked in one turn of the event loop goes out in one call where that was built.
// Answers are text of a character per byte.

import { connect, type Socket } from "node:net";
import { join } from "node:path";
import {
  createSendTogether,
  descriptorOf,
  loadSendAll,
  type Receiver,
  type SendTogether,
} from "@truetick/server";

export type Asked = {
  readonly path: string;
  /** Of its own, each with the end of its line. */
  readonly headers: string;
  readonly body: string;
};

/** Hears the answer; whoever asks again and again asks with the same one. */
type Asker = {
  readonly take: (status: number, body: string) => void;
  readonly fail: (reason: Error) => void;
};

export type Answer = { readonly status: number; readonly body: string };

const HEADER_END = "\r\n\r\n";
/** Of Content-Length, in large or small letters. */
const LENGTH = "ength: ";
const STATUS_AT = "HTTP/1.1 ".length;
const STATUS_END = STATUS_AT + 3;

/** Of all connections: what is read into it is taken out before anything else is read. */
const READ_INTO = Buffer.allocUnsafe(65_536);

const SEND_ALL = join(import.meta.dirname, "../../../packages/server/native/dist/send-all.node");

/** Asked in this turn of the event loop. */
let asked: HttpConnection[] = [];
let sendTogether: SendTogether | null = null;

function sendAsked(): void {
  const all = asked;
  asked = [];
  // Looked for now and not before: whoever starts the server builds it with the server.
  sendTogether ??= createSendTogether(loadSendAll(SEND_ALL));
  sendTogether(all);
}

export class HttpConnection implements Receiver {
  pending: readonly Buffer[] = [];
  readonly #socket: Socket;
  readonly #port: number;
  #received = "";
  #asker: Asker | null = null;
  #descriptor: () => number | null = () => null;

  private constructor(port: number) {
    this.#port = port;
    const callback = (bytes: number) => {
      this.#take(READ_INTO.toString("latin1", 0, bytes));
      return true;
    };
    const onread = { buffer: READ_INTO, callback };
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true, onread });
    this.#socket.on("error", (error) => this.#fail(error));
    this.#socket.on("close", () => this.#fail(new Error("the server hung up")));
  }

  static async open(port: number): Promise<HttpConnection> {
    const connection = new HttpConnection(port);
    await new Promise((resolve, reject) => {
      connection.#socket.once("connect", resolve);
      connection.#socket.once("error", reject);
    });
    connection.#descriptor = descriptorOf(connection.#socket);
    return connection;
  }

  post(path: string, headers: string, body: string): Promise<Answer> {
    return new Promise((resolve, fail) => {
      const take = (status: number, found: string) => resolve({ status, body: found });
      this.ask({ path, headers, body }, { take, fail });
    });
  }

  ask({ path, headers, body }: Asked, asker: Asker): void {
    // A socket that has gone says so to nobody who writes to it later.
    if (!this.#socket.writable) {
      asker.fail(new Error("the server hung up"));
      return;
    }
    this.#asker = asker;
    const request =
      `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${this.#port}\r\n${headers}` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    this.pending = [Buffer.from(request, "latin1")];
    if (asked.length === 0) setImmediate(sendAsked);
    asked.push(this);
  }

  descriptor(): number | null {
    return this.#socket.writable ? this.#descriptor() : null;
  }

  write(frames: readonly Buffer[]): void {
    if (!this.#socket.writable) return;
    for (const frame of frames) this.#socket.write(frame);
  }

  close(): void {
    this.#asker = null;
    this.#socket.destroy();
  }

  #take(chunk: string): void {
    const received = this.#received === "" ? chunk : this.#received + chunk;
    this.#received = received;
    const headerEnd = received.indexOf(HEADER_END);
    if (headerEnd === -1) return;
    const lengthAt = received.indexOf(LENGTH);
    if (lengthAt === -1 || lengthAt > headerEnd) {
      this.#fail(new Error(`no content-length: ${received.slice(0, headerEnd)}`));
      return;
    }
    const length = Number.parseInt(received.slice(lengthAt + LENGTH.length, headerEnd), 10);
    const bodyStart = headerEnd + HEADER_END.length;
    const bodyEnd = bodyStart + length;
    if (received.length < bodyEnd) return;
    this.#received = received.slice(bodyEnd);
    const asker = this.#asker;
    this.#asker = null;
    const status = Number(received.slice(STATUS_AT, STATUS_END));
    asker?.take(status, received.slice(bodyStart, bodyEnd));
  }

  #fail(reason: Error): void {
    const asker = this.#asker;
    this.#asker = null;
    asker?.fail(reason);
  }
}
