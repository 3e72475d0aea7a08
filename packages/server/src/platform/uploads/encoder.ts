// Has pictures decoded and encoded anew, each by a process of its own (programs/encode-picture.mjs)
// with no environment, little memory and little time: what a picture does to its decoder, it does
// to nobody else. Invariants: at most two are at work, a few wait, the rest hear "busy"; nothing of
// a picture is believed until it came out of there (T34, T35).

import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { type Refused, refuse } from "../handler.ts";
import type { Log } from "../log.ts";
import { createLane } from "./lane.ts";

const AT_WORK_MAX = 2;
const WAITING_MAX = 16;
const WORK_MS_MAX = 20_000;
const HEAP_MEGABYTES_MAX = 96;
const ENCODED_BYTES_MAX = 33_554_432;
const SAID_BYTES_MAX = 4_096;
const NEW_LINE = 0x0a;

export type EncodedPicture = {
  /** A JPEG without anything but pixels. */
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
  /** SHA-256 of its pixels at a fixed size. */
  readonly pixelHash: Buffer;
  /** 64 bits of how it looks; few differ between pictures that look alike. */
  readonly likeness: string;
};

export type Encoder = {
  /** Refuses with IMAGE_REFUSED, IMAGE_TOO_LARGE or UPLOADS_BUSY. */
  readonly encode: (bytes: Buffer) => Promise<EncodedPicture | Refused>;
  /** Of a size for everybody's screens. Refuses as `encode` does. */
  readonly publish: (bytes: Buffer) => Promise<EncodedPicture | Refused>;
  /** A picture of ours with words laid over it. Refuses with UPLOADS_BUSY. */
  readonly mark: (bytes: Buffer, words: string) => Promise<Buffer | Refused>;
};

export function createEncoder({
  program,
  log,
}: {
  /** Where encode-picture.mjs is. */
  readonly program: string;
  readonly log: Log;
}): Encoder {
  const lane = createLane({ atWorkMax: AT_WORK_MAX, waitingMax: WAITING_MAX });
  async function encode(task: "take" | "publish", bytes: Buffer) {
    const answer = await lane.enter(() => run([program, task], bytes));
    if (answer === "busy") return refuse("UPLOADS_BUSY");
    if (answer instanceof Error) {
      // Nobody sends such a picture by accident; it hurt its own process only.
      log.warn({ err: answer }, "a picture broke its decoder");
      return refuse("IMAGE_REFUSED");
    }
    return readEncoded(answer);
  }

  return {
    encode: (bytes) => encode("take", bytes),
    publish: (bytes) => encode("publish", bytes),
    async mark(bytes, words) {
      const answer = await lane.enter(() => run([program, "mark", words], bytes));
      if (answer === "busy") return refuse("UPLOADS_BUSY");
      if (answer instanceof Error) throw answer;
      return answer.bytes;
    },
  };
}

type Said = { readonly said: Readonly<Record<string, unknown>>; readonly bytes: Buffer };

function readEncoded({ said, bytes }: Said): EncodedPicture | Refused {
  const { refused, width, height, pixelHash, likeness } = said;
  if (refused === "IMAGE_TOO_LARGE") return refuse("IMAGE_TOO_LARGE", IMAGE_LIMITS);
  if (refused !== undefined) return refuse("IMAGE_REFUSED");
  return {
    bytes,
    width: Number(width),
    height: Number(height),
    pixelHash: Buffer.from(String(pixelHash), "hex"),
    likeness: String(likeness),
  };
}

/** What the refusal speaks of. */
const IMAGE_LIMITS = { megabytes: 10, megapixels: 40 };

/** One process from its start to its end; what went wrong with it is answered, not thrown. */
function run(parameters: readonly string[], bytes: Buffer): Promise<Said | Error> {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [`--max-old-space-size=${HEAP_MEGABYTES_MAX}`, ...parameters],
      {
        env: {},
        cwd: "/",
        stdio: ["pipe", "pipe", "ignore"],
        timeout: WORK_MS_MAX,
        killSignal: "SIGKILL",
      },
    );
    child.once("spawn", () => lowerPriority(child.pid));
    child.once("error", resolve);
    const chunks: Buffer[] = [];
    let length = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > ENCODED_BYTES_MAX) child.kill("SIGKILL");
      else chunks.push(chunk);
    });
    child.once("close", (code, signal) => {
      if (code === 0) resolve(readAnswer(Buffer.concat(chunks)));
      else resolve(new Error(`it ended with ${signal ?? code}`));
    });
    // A child that dies early does not read to the end; its end tells.
    child.stdin.on("error", () => undefined);
    child.stdin.end(bytes);
  });
}

/** Those who trade come first (T35). */
function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not let us; it works all the same.
  }
}

function readAnswer(answer: Buffer): Said | Error {
  const end = answer.indexOf(NEW_LINE);
  if (end === -1 || end > SAID_BYTES_MAX) return new Error("it said nothing");
  const said: Said["said"] = JSON.parse(answer.subarray(0, end).toString("utf8"));
  return { said, bytes: answer.subarray(end + 1) };
}
