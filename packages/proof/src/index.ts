// What anyone needs to check us: canonical bytes, hash chains, seed commitments.
export { type Canonical, canonicalBytes } from "./canonical-bytes.ts";
export { CHAIN_GENESIS, chainHash } from "./hash-chain.ts";
export { commitSeed, deriveSeed, SEED_BYTES } from "./seed.ts";
