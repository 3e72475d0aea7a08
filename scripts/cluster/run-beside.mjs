// @ts-check
// Runs a program that does not know us (nats-server) for as long as the cluster runs: passes
// signals on, ends with its code, and ends it when the cluster is suddenly gone. Started by
// run-cluster.mjs.
import { spawn } from "node:child_process";
import { endWithParent } from "../end-with-npm.mjs";
import { forwardSignals } from "../run-step.mjs";

const [, , command = "", ...parameters] = process.argv;
const child = spawn(command, parameters, { stdio: "inherit" });
forwardSignals(child);
endWithParent();
child.once("error", (error) => {
  console.error(`${command} cannot be run: ${error.message}`);
  process.exit(1);
});
child.once("exit", (code) => process.exit(code ?? 1));
