// How much work waits: each queue of the desk is counted by the area that owns it, and shown to
// whom its permission lets see it. Areas register when they are composed; the desk asks often, so
// counting must be cheap (a partial index over what is open).

import type { CallPermission } from "@truetick/contract/desk";
import type { Handlers, StaffCaller } from "../../platform/handler.ts";

/** How many cases wait for whoever asks. */
type Count = (staff: StaffCaller) => Promise<number>;

export type Queues = {
  readonly register: (name: string, permission: CallPermission, count: Count) => void;
  readonly handlers: Handlers<"getSummary">;
};

export function createQueues(): Queues {
  const queues: { name: string; permission: CallPermission; count: Count }[] = [];
  return {
    register: (name, permission, count) => void queues.push({ name, permission, count }),
    handlers: {
      getSummary: async (_fields, { staff }) => {
        const seen = queues.filter(
          ({ permission: needed }) => needed === "any" || staff.can(needed),
        );
        const counted = seen.map(async ({ name, count }) => ({
          queue: name,
          open: await count(staff),
        }));
        return { queues: await Promise.all(counted) };
      },
    },
  };
}
