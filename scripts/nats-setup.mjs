// @ts-check
// Runs once before the server's tests: says where nats-server is, or null where there is none, so
// that tests which need it know before they start (see testing/nats-server.ts of the server).
import { findNats } from "./nats.mjs";

/** @param {import("vitest/node").TestProject} project */
export function setup(project) {
  project.provide("natsServer", findNats());
}
