// Is the port free? Asked by main.ts before anything heavy is started; the gateway binds it at the
// end, when there is something to serve.

import { createServer } from "node:net";
import { codeOf, firstLine, StartRefusal } from "./start-refusal.ts";

/** Refuses an occupied or forbidden port. */
export async function requireFreePort(port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error) => reject(portRefusal(port, error)));
    probe.listen(port, () => probe.close(() => resolve()));
  });
}

export function portRefusal(port: number, error: unknown): StartRefusal {
  const code = codeOf(error);
  if (code === "EADDRINUSE") {
    return new StartRefusal(`Port ${port} is in use. Stop what uses it, or choose another PORT.`);
  }
  if (code === "EACCES") {
    return new StartRefusal(`Port ${port} needs rights this user does not have. Choose another.`);
  }
  return new StartRefusal(`Port ${port} cannot be used: ${firstLine(error)}.`, { cause: error });
}
