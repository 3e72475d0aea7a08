// Tells when the line is back after it was cut: whoever could not read something, or may have
// missed something, asks again. Nobody knows what happened meanwhile.

import type { Live } from "./live.ts";

export type Line = { readonly socket: Pick<Live["socket"], "connection"> };

/** The answer ends it. */
export function onLineBack({ socket: { connection } }: Line, ask: () => void): () => void {
  let wasLive = connection.get().phase === "live";
  return connection.subscribe(() => {
    const isLive = connection.get().phase === "live";
    if (isLive && !wasLive) ask();
    wasLive = isLive;
  });
}
