// What the runtime's compiler is asked for, before anything is compiled. Imported by main.ts first.
// The trading path is many small functions, which read well and are called one by one: a call that
// is not inlined costs some 15 ns, and the usual budget is spent after a few dozen. With this one a
// command costs the engine a sixth less and an order over HTTP a tenth (bench/README.md).

import { setFlagsFromString } from "node:v8";

/** In bytes of bytecode: functions up to here are always inlined, */
const SMALL_FUNCTION = 160;
/** and others until a function has taken in so much. */
const TAKEN_IN_MAX = 4_000;

setFlagsFromString(`--max-inlined-bytecode-size-small=${SMALL_FUNCTION}`);
setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${TAKEN_IN_MAX}`);
