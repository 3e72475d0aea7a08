// Logging out: the server ends the session first, so far as it can be reached; the window forgets
// it in any case.

import { requestStaffLogOut } from "@truetick/contract/desk";
import { useCallback } from "react";
import { useDesk } from "../app/desk.ts";
import type { SessionEnd } from "./session.ts";

export function useLeave(): (why: SessionEnd) => Promise<void> {
  const { server, session } = useDesk();
  return useCallback(
    async (why) => {
      await server.write(requestStaffLogOut());
      session.end(why);
    },
    [server, session],
  );
}
