// Tells a coin address that money can arrive at from one that would lose it: the checksum of its
// network, its kind and its length (T70). Pure; used wherever an address comes in, of traders and
// of payment rails. Invariant: an accepted address comes back in the one spelling of its network.

import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bech32, bech32m, createBase58check, hex } from "@scure/base";
import type { PayoutNetwork } from "@truetick/contract/cashier";

const base58check = createBase58check(sha256);

/** Longest of any network: 90 characters of bech32. */
const ADDRESS_LENGTH_MAX = 90;
const HASH_BYTES = 20;
const SCRIPT_BYTES = 32;

const BITCOIN_PUBLIC_KEY = 0x00;
const BITCOIN_SCRIPT = 0x05;
const TRON = 0x41;

const READERS: Readonly<Record<PayoutNetwork, (typed: string) => string | null>> = {
  BTC: (typed) =>
    /^bc1/i.test(typed)
      ? readSegwit(typed)
      : readBase58(typed, [BITCOIN_PUBLIC_KEY, BITCOIN_SCRIPT]),
  ERC20: readEthereum,
  TRC20: (typed) => readBase58(typed, [TRON]),
};

/** Null when nothing should be sent there. */
export function readCoinAddress(network: PayoutNetwork, typed: string): string | null {
  const address = typed.trim();
  if (address.length > ADDRESS_LENGTH_MAX) return null;
  return READERS[network](address);
}

function readBase58(typed: string, versions: readonly number[]): string | null {
  const bytes = attempt(() => base58check.decode(typed));
  if (bytes === null || bytes.length !== 1 + HASH_BYTES) return null;
  return versions.includes(bytes[0] ?? -1) && !isZero(bytes.subarray(1)) ? typed : null;
}

/**
 * BIP 173 and 350. Version 0 is a key or a script, version 1 is taproot; what later versions and
 * other lengths mean nobody has said yet, and anybody may take what is sent there.
 */
function readSegwit(typed: string): string | null {
  // Mixed case is refused by the decoders.
  const old = attempt(() => bech32.decode(typed as Bech32));
  const decoded = old ?? attempt(() => bech32m.decode(typed as Bech32));
  if (decoded === null || decoded.prefix !== "bc") return null;
  const [named, ...words] = decoded.words;
  const program = attempt(() => bech32.fromWords(words));
  if (program === null || isZero(program)) return null;
  const isHash = program.length === HASH_BYTES;
  const isScript = program.length === SCRIPT_BYTES;
  // Version 0 has the old checksum, every other the new one.
  const isKnown =
    named === 0 ? old !== null && (isHash || isScript) : named === 1 && old === null && isScript;
  return isKnown ? typed.toLowerCase() : null;
}

/** What the decoders want; they check it themselves. */
type Bech32 = `${string}1${string}`;

/** EIP-55: capitals are the checksum. Without any, or without small letters, there is none. */
function readEthereum(typed: string): string | null {
  const digits = /^0x([0-9a-fA-F]{40})$/.exec(typed)?.[1];
  if (digits === undefined || /^0+$/.test(digits)) return null;
  const spelled = spellEthereum(digits.toLowerCase());
  const hasChecksum = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  return hasChecksum && spelled !== `0x${digits}` ? null : spelled;
}

function spellEthereum(digits: string): string {
  const hash = hex.encode(keccak_256(new TextEncoder().encode(digits)));
  const spelled = [...digits].map((digit, index) =>
    Number.parseInt(hash[index] ?? "0", 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${spelled.join("")}`;
}

/** Nobody has the key to nothing. */
function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}

/** The decoders refuse by throwing. */
function attempt<T>(decode: () => T): T | null {
  try {
    return decode();
  } catch {
    return null;
  }
}
