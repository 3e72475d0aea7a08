// @ts-check
// Which processes make up the cluster of `npm run cluster`, and where each listens. Used by
// run-cluster.mjs. Two shards on three engines, so that one stands by; everything else twice.
// SHARDS and ENGINES say otherwise.
import { createServer } from "node:net";

const SHARDS = 2;
const ENGINES = Number(process.env.ENGINES || Number(process.env.SHARDS || SHARDS) + 1);
const PORTS_TRIED_MAX = 500;

/** @typedef {{ readonly name: string, readonly role: string, readonly port: number }} Member */

/** How many of each; a gateway is what people reach. */
const CAST = [
  { role: "gateway", count: 2 },
  { role: "engine", count: ENGINES },
  { role: "feed", count: 2 },
  { role: "jobs", count: 2 },
];

export const SHARDS_DEFAULT = String(SHARDS);

/** @param {() => Promise<number>} nextPort @returns {Promise<Member[]>} */
export async function planMembers(nextPort) {
  const members = [];
  for (const { role, count } of CAST) {
    for (let number = 1; number <= count; number += 1) {
      members.push({ name: `${role} ${number}`, role, port: await nextPort() });
    }
  }
  return members;
}

/** Free ports, upwards from the one that people use. @param {number} port */
export function portsAfter(port) {
  let last = port;
  return async () => {
    for (let tries = 0; tries < PORTS_TRIED_MAX; tries += 1) {
      last += 1;
      if (await isFree(last)) return last;
    }
    throw new Error(`No free port was found above ${port}`);
  };
}

/** @param {number} port @returns {Promise<boolean>} */
function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}
