// The leanest HTTP client that can tell one answer from the next: one socket per connection, one
// request at a time, answers by their content-length. The load must cost little beside the server
// that it measures.

import { connect, type Socket } from "node:net";

export type Answer = { readonly status: number; readonly body: string };

const HEADER_END = "\r\n\r\n";
/** Of Content-Length, in large or small letters. */
const LENGTH = "ength: ";

export class HttpConnection {
  readonly #socket: Socket;
  readonly #port: number;
  #received = "";
  #settle: { resolve: (answer: Answer) => void; reject: (reason: Error) => void } | null = null;

  private constructor(socket: Socket, port: number) {
    this.#socket = socket;
    this.#port = port;
    socket.setNoDelay(true);
    socket.on("data", (chunk) => this.#take(chunk.toString("latin1")));
    socket.on("error", (error) => this.#settle?.reject(error));
    socket.on("close", () => this.#settle?.reject(new Error("the server hung up")));
  }

  static async open(port: number): Promise<HttpConnection> {
    const socket = connect(port, "127.0.0.1");
    await new Promise((resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("error", reject);
    });
    return new HttpConnection(socket, port);
  }

  post(path: string, headers: string, body: string): Promise<Answer> {
    // A socket that has gone says so to nobody who writes to it later.
    if (!this.#socket.writable) return Promise.reject(new Error("the server hung up"));
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#socket.write(
        `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1:${this.#port}\r\n${headers}` +
          `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
        "latin1",
      );
    });
  }

  close(): void {
    this.#settle = null;
    this.#socket.destroy();
  }

  #take(chunk: string): void {
    this.#received += chunk;
    const headerEnd = this.#received.indexOf(HEADER_END);
    if (headerEnd === -1) return;
    const head = this.#received.slice(0, headerEnd);
    const lengthAt = head.indexOf(LENGTH);
    if (lengthAt === -1) throw new Error(`no content-length: ${head}`);
    const length = Number.parseInt(head.slice(lengthAt + LENGTH.length), 10);
    const bodyStart = headerEnd + HEADER_END.length;
    if (this.#received.length < bodyStart + length) return;
    const body = this.#received.slice(bodyStart, bodyStart + length);
    this.#received = this.#received.slice(bodyStart + length);
    const settle = this.#settle;
    this.#settle = null;
    settle?.resolve({ status: Number(head.slice(9, 12)), body });
  }
}
