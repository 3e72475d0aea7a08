// What a proposal of the kind "second_factor" carries: whose app, recovery codes and passkeys are
// taken away, because their owner has lost them. Two people decide it. Browser-safe.

export const FACTOR_PROPOSAL_KIND = "second_factor";

/** As it is sent; what is there at that moment, and would go, is added before it is stored. */
export type FactorPayload = { readonly user_id: string };
