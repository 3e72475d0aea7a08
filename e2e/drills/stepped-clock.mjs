// Loaded before the server by the drill of F10, in each of its threads: the wall clock is off by
// what stands in the file STEPPED_CLOCK, in milliseconds, and steps whenever that changes. Nothing
// but the wall clock: durations, timers and the database's own clock are the machine's.
import { readFileSync } from "node:fs";

const LOOK_EVERY_MS = 10;
const path = process.env.STEPPED_CLOCK ?? "";
const realNow = Date.now.bind(Date);
let offMs = 0;

const look = () => {
  offMs = Number(readFileSync(path, "utf8")) || 0;
};
look();
setInterval(look, LOOK_EVERY_MS).unref();

Date.now = () => realNow() + offMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, given, made) =>
    Reflect.construct(target, given.length === 0 ? [target.now()] : given, made),
});
