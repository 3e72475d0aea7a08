// @ts-check
// A balancer of TCP connections in front of gateways: each new connection goes to the one that has
// the fewest, among those that say they are ready. Looks at nothing inside. run-cluster.mjs has it;
// an operator has nginx, HAProxy or a cloud's own in its place. Invariant: while
// another is there, a gateway that is gone gets no connection for longer than one look, and a
// refused one is tried at the next gateway.
import { get } from "node:http";
import { connect, createServer } from "node:net";

const LOOK_EVERY_MS = 250;
const LOOK_TIMEOUT_MS = 1_500;
const CONNECT_TIMEOUT_MS = 1_000;

/**
 * @typedef {{ readonly name: string, readonly port: number }} Target
 * @typedef {Target & { open: number, state: "ready" | "alive" | "gone" }} Watched
 * @typedef {{
 *   readonly port: number,
 *   readonly isReady: () => boolean,
 *   readonly stop: () => Promise<void>,
 * }} Balancer
 */

/**
 * Fails with the system's own error when the port cannot be had.
 * @param {{ port: number, targets: readonly Target[] }} options @returns {Promise<Balancer>}
 */
export async function startBalancer({ port, targets }) {
  /** @type {Watched[]} */
  const watched = targets.map((target) => ({ ...target, open: 0, state: "gone" }));
  /** @type {Set<import("node:net").Socket>} */
  const clients = new Set();
  const server = createServer({ noDelay: true }, (client) => {
    clients.add(client);
    client.once("close", () => clients.delete(client));
    client.on("error", () => client.destroy());
    passOn(client, candidates(watched));
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, () => resolve(undefined));
  });
  const looks = watched.map((target) => lookSteadily(target));
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    isReady: () => watched.some(({ state }) => state === "ready"),
    async stop() {
      for (const stopLooking of looks) stopLooking();
      const closed = new Promise((resolve) => server.close(resolve));
      for (const client of clients) client.destroy();
      await closed;
    },
  };
}

/**
 * The ready ones, fewest connections first. Where none is, those that are alive: they say "not now"
 * in our own words, which is better than no answer. At last those that seem gone: on a crowded
 * machine they may only have been slow to say that they live, and who is gone refuses at once.
 * @param {readonly Watched[]} watched
 */
export function candidates(watched) {
  const byLoad = [...watched].sort((a, b) => a.open - b.open);
  const inState = (/** @type {string} */ state) => byLoad.filter((one) => one.state === state);
  return [...inState("ready"), ...inState("alive"), ...inState("gone")];
}

/**
 * @param {import("node:net").Socket} client @param {readonly Watched[]} targets
 */
function passOn(client, [target, ...others]) {
  if (!target || client.destroyed) {
    client.destroy();
    return;
  }
  const upstream = connect({ port: target.port, host: "127.0.0.1", noDelay: true });
  target.open += 1;
  upstream.once("close", () => {
    target.open -= 1;
  });
  upstream.setTimeout(CONNECT_TIMEOUT_MS, () => upstream.destroy(new Error("no answer")));
  const next = () => {
    target.state = "gone";
    passOn(client, others);
  };
  upstream.once("error", next);
  upstream.once("connect", () => {
    upstream.setTimeout(0);
    upstream.off("error", next);
    upstream.on("error", () => client.destroy());
    upstream.once("close", () => client.destroy());
    client.once("close", () => upstream.destroy());
    client.pipe(upstream).pipe(client);
  });
}

/** @param {Watched} target @returns {() => void} */
function lookSteadily(target) {
  let isStopped = false;
  /** @type {NodeJS.Timeout | undefined} */
  let next;
  const look = async () => {
    target.state = await stateOf(target.port);
    if (!isStopped) next = setTimeout(look, LOOK_EVERY_MS);
  };
  void look();
  return () => {
    isStopped = true;
    clearTimeout(next);
  };
}

/** @param {number} port @returns {Promise<"ready" | "alive" | "gone">} */
function stateOf(port) {
  return new Promise((resolve) => {
    const options = { port, host: "127.0.0.1", path: "/readyz", timeout: LOOK_TIMEOUT_MS };
    const request = get({ ...options, headers: { host: `localhost:${port}` } }, (response) => {
      response.resume();
      resolve(response.statusCode === 200 ? "ready" : "alive");
    });
    request.once("timeout", () => request.destroy());
    request.once("error", () => resolve("gone"));
    request.once("close", () => resolve("gone"));
  });
}
