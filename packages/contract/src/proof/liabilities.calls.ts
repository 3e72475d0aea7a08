// The calls about what the house owes: everybody may read the sums, a member the own leaf. Server
// side only (zod).

import { z } from "zod";
import { call } from "../call.ts";
import { decimal, optionalMomentField, pageField, pageOf } from "../fields.calls.ts";

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const figure = z.union([decimal, z.literal("")]);
/** A sum over everybody can have more digits than any amount. */
const sum = z.string().regex(/^\d{1,33}\.\d{6}$/);

const LiabilityDay = z.strictObject({
  as_of: z.int(),
  journal_seq: z.int(),
  other_journals: z.array(z.strictObject({ shard: z.int(), journal_seq: z.int() })),
  root: hash,
  sum,
  leaves: z.int(),
  audit_seq: z.int(),
  published_at: z.int(),
  reserves: figure,
  cover: figure,
});

const LiabilitiesInput = z.object({ page: pageField });

export function liabilitiesPageFromFields(fields: z.output<typeof LiabilitiesInput>): number {
  return pageOf(fields.page);
}

export const listLiabilities = call({
  method: "GET",
  path: "/v1/api/proof/liabilities",
  effect: "read",
  audience: "visitor",
  summary:
    "What was owed to all members at each cut, as root and sum; the reserves declared beside.",
  input: LiabilitiesInput,
  output: z.strictObject({
    data: z.array(LiabilityDay),
    total: z.int(),
    places: z.array(
      z.strictObject({
        place: z.string(),
        currency: z.string(),
        amount: decimal,
        usd: decimal,
        as_of: z.int(),
        document: z.union([hash, z.literal("")]),
        declared_at: z.int(),
      }),
    ),
    reserves: figure,
    cover: figure,
    is_simulated: z.union([z.literal(0), z.literal(1)]),
  }),
  reasons: [],
});

const OwnLiabilityInput = z.object({ as_of: optionalMomentField });

/** The cut that is asked about, Unix seconds; null: the newest. */
export function liabilityCutFromFields(fields: z.output<typeof OwnLiabilityInput>): number | null {
  return Number(fields.as_of ?? 0) || null;
}

export const getOwnLiability = call({
  method: "GET",
  path: "/v1/api/proof/liability",
  effect: "read",
  audience: "member",
  summary: "The caller's own leaf in the tree of a cut: salt, amount, and the way up to the root.",
  input: OwnLiabilityInput,
  output: z.strictObject({
    day: LiabilityDay,
    leaf: z.union([
      z.strictObject({
        salt: z.string().regex(/^[0-9a-f]{32}$/),
        amount: sum,
        index: z.int(),
        path: z.array(z.strictObject({ hash, sum })),
      }),
      z.null(),
    ]),
    cash: decimal,
    copying: decimal,
    held: decimal,
  }),
  reasons: ["LIABILITIES_UNKNOWN"],
});

export const getLiabilityHead = call({
  method: "GET",
  path: "/v1/api/proof/liabilities_tree_head",
  effect: "read",
  audience: "visitor",
  summary: "The line of the audit log that publishes a tree, proved under a signed checkpoint.",
  input: OwnLiabilityInput,
  output: z.strictObject({
    day: LiabilityDay,
    evidence: z.union([
      z.strictObject({
        checkpoint: z.strictObject({ body: z.string(), signature: z.string() }),
        row: z.strictObject({
          log: z.string(),
          index: z.int(),
          shard: z.int(),
          seq: z.int(),
          at_ms: z.int(),
          commitments: z.array(hash),
          parts: z.array(z.strictObject({ part: z.int(), salt: z.string(), bytes: z.string() })),
          path: z.array(hash),
        }),
      }),
      z.null(),
    ]),
  }),
  reasons: ["LIABILITIES_UNKNOWN"],
});
