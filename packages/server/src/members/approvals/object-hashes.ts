// The second way to the hash of a thing that two people decide: the database computes it from its
// own rows, by other code than the page that showed it. The desk compares the two before anybody
// approves, so that a page that was tampered with is noticed (H08). The areas register what they
// let be decided; composed by members.ts.

import type { Permission } from "@truetick/contract/desk";
import type { Database } from "../../platform/database.ts";
import { type Handlers, refuse } from "../../platform/handler.ts";

export type HashedObject = {
  /** As in `approve`. */
  readonly kind: string;
  /** Whoever may see it. */
  readonly permission: Permission | "any";
  /** By SQL's own `object_hash`; null when there is no such thing. */
  readonly read: (database: Database, id: number) => Promise<string | null>;
};

export type ObjectHashes = {
  readonly register: (object: HashedObject) => void;
  readonly handlers: Handlers<"getObjectHash">;
};

export function createObjectHashes({ database }: { database: Database }): ObjectHashes {
  const objects = new Map<string, HashedObject>();
  return {
    register(object) {
      if (objects.has(object.kind)) throw new Error(`Invariant: ${object.kind} is hashed once`);
      objects.set(object.kind, object);
    },
    handlers: {
      getObjectHash: async ({ kind, id }, { staff }) => {
        const object = objects.get(kind);
        const may = object && (object.permission === "any" || staff.can(object.permission));
        const hash = may ? await object.read(database, Number(id)) : null;
        return hash === null ? refuse("OBJECT_UNKNOWN") : { hash };
      },
    },
  };
}
