// The calls about what is owed: the days for everybody, and a member's own leaf for that member
// alone. Composed by liabilities.ts. Invariant: the leaf is shown as the tree has it and the parts
// as the ledger has them, so that a difference is seen and never smoothed.

import {
  liabilitiesPageFromFields,
  liabilityCutFromFields,
  ROWS_PER_PAGE,
} from "@truetick/contract/calls";
import {
  liabilityDayToWire,
  millionthsOf,
  millionthsToText,
  reservePlaceToWire,
} from "@truetick/contract/proof";
import { formatMoney, money } from "@truetick/money";
import { toHex } from "@truetick/proof";
import type { Database } from "../../platform/database.ts";
import { type Handlers, refuse } from "../../platform/handler.ts";
import { type FoundLeaf, findLeaf } from "./find-leaf.ts";
import type { LiabilitySalts } from "./liability-salts.ts";
import { type HeadLog, proveHead } from "./prove-head.ts";
import { readOwnOwed } from "./read-owed.ts";
import { readReserves } from "./read-reserves.ts";
import { countTrees, coverOf, cutOf, findTree, readTrees } from "./read-trees.ts";

const SECOND_MS = 1_000;

export type LiabilityHandlers = Handlers<
  "listLiabilities" | "getOwnLiability" | "getLiabilityHead"
>;

export function createLiabilityHandlers(parts: {
  readonly database: Database;
  readonly saltsOf: (asOfMs: number) => LiabilitySalts;
  readonly proofLog: HeadLog | null;
  readonly isSimulated: boolean;
}): LiabilityHandlers {
  const { database, saltsOf, proofLog, isSimulated } = parts;
  return {
    async listLiabilities(fields) {
      const skip = (liabilitiesPageFromFields(fields) - 1) * ROWS_PER_PAGE;
      const [days, total, newest, declared] = await Promise.all([
        readTrees(database, { take: ROWS_PER_PAGE, skip }),
        countTrees(database),
        findTree(database, null),
        readReserves(database),
      ]);
      const owed = newest && millionthsOf(newest.sum);
      return {
        data: days.map(liabilityDayToWire),
        total,
        places: declared.places.map(reservePlaceToWire),
        reserves: declared.usd === null ? "" : millionthsToText(declared.usd),
        cover: (owed === null ? null : coverOf(declared.usd, owed)) ?? "",
        is_simulated: isSimulated ? 1 : 0,
      };
    },
    async getLiabilityHead(fields) {
      const day = await findTree(database, liabilityCutFromFields(fields));
      if (!day) return refuse("LIABILITIES_UNKNOWN");
      const evidence = proofLog && (await proveHead(database, proofLog, day.auditSeq));
      return { day: liabilityDayToWire(day), evidence };
    },
    async getOwnLiability(fields, { caller }) {
      const day = await findTree(database, liabilityCutFromFields(fields));
      if (!day) return refuse("LIABILITIES_UNKNOWN");
      const ownerId = BigInt(caller.userId);
      const asOfMs = day.asOf * SECOND_MS;
      const { uid } = await database
        .selectFrom("app_user")
        .select("uid")
        .where("id", "=", ownerId)
        .executeTakeFirstOrThrow();
      const salt = saltsOf(asOfMs).of(ownerId);
      const [leaf, { cash, copying, held }] = await Promise.all([
        findLeaf(database, { asOfMs, leaves: day.leaves, salt, uid }),
        readOwnOwed(database, ownerId, cutOf(day)),
      ]);
      return {
        day: liabilityDayToWire(day),
        leaf: leaf && leafToWire(leaf),
        cash: formatMoney(money(cash)),
        copying: formatMoney(money(copying)),
        held: formatMoney(money(held)),
      };
    },
  };
}

function leafToWire({ salt, amount, index, path }: FoundLeaf) {
  return {
    salt: toHex(salt),
    amount: millionthsToText(amount),
    index,
    path: path.map(({ hash, sum }) => ({ hash: toHex(hash), sum: millionthsToText(sum) })),
  };
}
