// The line for a port that cannot be had. The gateway binds it before anything heavy is started
// and fails with the system's own error; main.ts turns that into words.

import { codeOf, firstLine, StartRefusal } from "./start-refusal.ts";

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
