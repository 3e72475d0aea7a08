// Who agreed on exactly what. Whatever needs two people asks here: deposits, withdrawals,
// proposals. A thing is named by the hash of everything that was decided about it, so that an
// approval of what it was before does not count for what it has become (H08, inv26). Invariants:
// nobody approves twice, and nobody approves what they made (inv38).

import { hash } from "node:crypto";
import { type Permission, permissionsOf } from "@truetick/contract/desk";
import { type Canonical, canonicalBytes } from "@truetick/proof";
import type { Generated } from "kysely";
import type { Database } from "../../platform/database.ts";
import { type Refused, refuse } from "../../platform/handler.ts";
import "../staff/staff-table.ts";
import "../users/user-table.ts";

type ApprovalTable = {
  readonly id: Generated<bigint>;
  readonly object_kind: string;
  readonly object_id: bigint;
  readonly object_hash: Buffer;
  readonly staff_id: bigint;
  readonly part: "maker" | "checker";
  readonly at: Generated<Date>;
};

declare module "../../platform/database.ts" {
  interface Tables {
    approval: ApprovalTable;
  }
}

/** 64 hexadecimal digits over the kind and all fields that the decision is about. */
export function objectHash(kind: string, fields: { readonly [name: string]: Canonical }): string {
  return hash("sha256", Buffer.from(canonicalBytes({ kind, fields })), "hex");
}

export type Approved = {
  /** Of this very hash, the maker among them, who may still decide it; in their order. */
  readonly approvers: readonly number[];
};

export type ApprovedObject = {
  readonly kind: string;
  readonly id: number;
  /** As recomputed from the rows by the caller, inside the transaction. */
  readonly hash: string;
};

/**
 * In the caller's transaction, which has locked the object. Refuses with ALREADY_APPROVED_BY_YOU,
 * or OWN_PROPOSAL for who made it or whose own money it is.
 */
export async function approve(
  trx: Database,
  {
    staffId,
    permission,
    memberId,
    ...object
  }: ApprovedObject & {
    readonly staffId: number;
    readonly permission: Permission;
    /** Whose case it is; null: nobody's. */
    readonly memberId: number | null;
  },
): Promise<Approved | Refused> {
  if (memberId !== null && (await isOwnAccount(trx, { staffId, memberId }))) {
    return refuse("OWN_PROPOSAL");
  }
  const made = await trx
    .selectFrom("approval")
    .select("id")
    .where("object_kind", "=", object.kind)
    .where("object_id", "=", BigInt(object.id))
    .where("staff_id", "=", BigInt(staffId))
    .where("part", "=", "maker")
    .executeTakeFirst();
  if (made) return refuse("OWN_PROPOSAL");
  const isNew = await insertApproval(trx, { ...object, staffId, part: "checker" });
  if (!isNew) return refuse("ALREADY_APPROVED_BY_YOU");
  return { approvers: await standingApprovers(trx, object, permission) };
}

/** Those of `approversOf` who work here and may still decide such things: nobody else counts. */
async function standingApprovers(
  trx: Database,
  object: ApprovedObject,
  permission: Permission,
): Promise<readonly number[]> {
  const agreed = await approversOf(trx, object);
  if (agreed.length === 0) return agreed;
  const staff = await trx
    .selectFrom("staff")
    .select(["id", "roles"])
    .where("id", "in", agreed.map(BigInt))
    .where("disabled_at", "is", null)
    .execute();
  const standing = new Set(
    staff.filter(({ roles }) => permissionsOf(roles).has(permission)).map(({ id }) => Number(id)),
  );
  return agreed.filter((id) => standing.has(id));
}

/** Whether somebody who works here is that member, as far as their addresses tell (T87). */
export async function isOwnAccount(
  database: Database,
  { staffId, memberId }: { readonly staffId: number; readonly memberId: number },
): Promise<boolean> {
  const found = await database
    .selectFrom("staff")
    .innerJoin("app_user", "app_user.email", "staff.email")
    .select("staff.id")
    .where("staff.id", "=", BigInt(staffId))
    .where("app_user.id", "=", BigInt(memberId))
    .executeTakeFirst();
  return found !== undefined;
}

/** Names who made it, so that they can never be the one who checks it. */
export async function noteMaker(
  trx: Database,
  object: ApprovedObject & { readonly staffId: number },
): Promise<void> {
  await insertApproval(trx, { ...object, part: "maker" });
}

/** Whoever agreed on this very hash. */
export async function approversOf(
  database: Database,
  { kind, id, hash: objectHash }: ApprovedObject,
): Promise<readonly number[]> {
  const rows = await database
    .selectFrom("approval")
    .select("staff_id")
    .where("object_kind", "=", kind)
    .where("object_id", "=", BigInt(id))
    .where("object_hash", "=", Buffer.from(objectHash, "hex"))
    .orderBy("id")
    .execute();
  return rows.map(({ staff_id }) => Number(staff_id));
}

async function insertApproval(
  trx: Database,
  given: ApprovedObject & { readonly staffId: number; readonly part: "maker" | "checker" },
): Promise<boolean> {
  const row = await trx
    .insertInto("approval")
    .values({
      object_kind: given.kind,
      object_id: BigInt(given.id),
      object_hash: Buffer.from(given.hash, "hex"),
      staff_id: BigInt(given.staffId),
      part: given.part,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}
