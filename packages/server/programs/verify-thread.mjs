// The verifier from its sources, for development: a thread does not inherit the loader of the
// program that starts it. Built, the thread is dist/verify-thread.js.
import { register } from "tsx/esm/api";

register();
await import("../src/proof/verifier/verify-thread.ts");
