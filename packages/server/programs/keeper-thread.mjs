// The proof's keeper from its sources, for development: a thread does not inherit the loader of the
// program that starts it. Built, the thread is dist/keeper-thread.js.
import { register } from "tsx/esm/api";

register();
await import("../src/proof/log/keeper-thread.ts");
