// The clients of a bench, in processes of their own, away from the server's core where there is
// more than one.

import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Kind, Order, Report } from "./clients-load.ts";
import { pinAwayFromServers } from "./pin.ts";

const PROCESSES = 2;
/** Also under a parent that runs TypeScript by other means. */
const RUN = { execArgv: ["--import", "tsx"] };

export type Crowd = {
  readonly connect: (options: {
    readonly name: string;
    readonly kind: Kind;
    readonly port: number;
    readonly count: number;
    readonly sets?: readonly (readonly string[])[];
  }) => Promise<void>;
  readonly begin: (name: string) => Promise<void>;
  readonly end: (name: string) => Promise<Heard>;
  readonly leave: (name: string) => Promise<void>;
  readonly stop: () => void;
};

export type Heard = {
  /** Updates that reached clients. */
  readonly updates: number;
  readonly bytesPerUpdate: number;
  readonly lost: number;
  /** Age on arrival that this share of updates does not exceed, in milliseconds. */
  readonly ageMs: (share: number) => number;
};

export function openCrowd(): Crowd {
  const script = join(import.meta.dirname, "clients-load.ts");
  const children = Array.from({ length: PROCESSES }, () => fork(script, RUN));
  for (const { pid } of children) pinAwayFromServers(pid);
  const tell = (order: Order) => Promise.all(children.map((child) => ask(child, order)));
  return {
    async connect({ name, kind, port, count, sets }) {
      await Promise.all(
        children.map((child, at) => {
          const share = Math.floor(count / PROCESSES) + (at < count % PROCESSES ? 1 : 0);
          const own = sets?.filter((_, index) => index % PROCESSES === at) ?? null;
          return ask(child, { order: "connect", name, kind, port, count: share, sets: own });
        }),
      );
    },
    begin: async (name) => void (await tell({ order: "begin", name })),
    // The answer to "end" is a report; the children are this bench's own.
    end: async (name) => sumUp((await tell({ order: "end", name })) as Report[]),
    leave: async (name) => void (await tell({ order: "close", name })),
    stop() {
      for (const child of children) child.disconnect();
    },
  };
}

async function ask(child: ChildProcess, order: Order): Promise<unknown> {
  child.send(order);
  const [answer] = await once(child, "message");
  if (typeof answer === "object" && answer !== null && "error" in answer) {
    throw new Error(`the clients could not ${order.order}: ${answer.error}`);
  }
  return answer;
}

function sumUp(reports: readonly Report[]): Heard {
  const sum = (read: (report: Report) => number) =>
    reports.reduce((total, report) => total + read(report), 0);
  const bytesPerUpdate =
    sum(({ sampledBytes }) => sampledBytes) / sum((each) => each.sampledUpdates);
  const ages = (reports[0]?.ages ?? []).map((_, at) => sum((report) => report.ages[at] ?? 0));
  return {
    updates: sum(({ bytes }) => bytes) / bytesPerUpdate,
    bytesPerUpdate,
    lost: sum(({ lost }) => lost),
    ageMs(share) {
      const wanted = ages.reduce((total, count) => total + count, 0) * share;
      let seen = 0;
      return ages.findIndex((count) => {
        seen += count;
        return seen >= wanted;
      });
    },
  };
}
