// The rails that a fresh sandbox starts with. Written once, into tables that are empty. Invariant:
// nobody can lose money here: the addresses have valid checksums but are hashes of a sentence, so
// that nobody has their keys, and the banks do not exist and say so.

import { createHash } from "node:crypto";
import { sha256 } from "@noble/hashes/sha2.js";
import { bech32, createBase58check } from "@scure/base";
import type { PayoutNetwork } from "@truetick/contract/cashier";
import { parseDecimal } from "@truetick/money";
import { sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import { StartRefusal } from "../../platform/start-refusal.ts";
import { readCoinAddress } from "../payout-methods/coin-address.ts";
import { hasRails } from "./rail-table.ts";

const SENTENCE = "Truetick sandbox: nobody has the key to this address";
const HASH_BYTES = 20;
const TRON = 0x41;

function hashOf(network: PayoutNetwork, code: string): Uint8Array {
  return createHash("sha256")
    .update(`${SENTENCE} (${network} ${code})`)
    .digest()
    .subarray(0, HASH_BYTES);
}

/** An address of the right form to which nobody has the key. */
export function sandboxAddress(network: PayoutNetwork, code: string): string {
  const hash = hashOf(network, code);
  const spelled = {
    BTC: () => bech32.encode("bc", [0, ...bech32.toWords(hash)]),
    ERC20: () => `0x${Buffer.from(hash).toString("hex")}`,
    TRC20: () => createBase58check(sha256).encode(Uint8Array.of(TRON, ...hash)),
  }[network]();
  const address = readCoinAddress(network, spelled);
  if (address === null) throw new Error("Invariant: the address has a valid checksum");
  return address;
}

type CurrencySeed = {
  readonly code: string;
  readonly name: string;
  readonly channel: "coin" | "bank";
  readonly decimals: number;
  readonly price: { readonly fixed: string } | { readonly market: string };
  readonly min: string;
  readonly max: string;
};

const CURRENCIES: readonly CurrencySeed[] = [
  {
    code: "USDT",
    name: "Tether",
    channel: "coin",
    decimals: 6,
    price: { fixed: "1" },
    min: "10",
    max: "1000000",
  },
  {
    code: "BTC",
    name: "Bitcoin",
    channel: "coin",
    decimals: 8,
    price: { market: "BTCUSD" },
    min: "0.0001",
    max: "50",
  },
  {
    code: "ETH",
    name: "Ether",
    channel: "coin",
    decimals: 8,
    price: { market: "ETHUSD" },
    min: "0.005",
    max: "1000",
  },
  {
    code: "USD",
    name: "US dollar",
    channel: "bank",
    decimals: 2,
    price: { fixed: "1" },
    min: "50",
    max: "1000000",
  },
  {
    code: "EUR",
    name: "Euro",
    channel: "bank",
    decimals: 2,
    price: { market: "EURUSD" },
    min: "50",
    max: "1000000",
  },
];

const NETWORKS: readonly { code: string; network: PayoutNetwork; confirmations: number }[] = [
  { code: "USDT", network: "TRC20", confirmations: 20 },
  { code: "USDT", network: "ERC20", confirmations: 12 },
  { code: "BTC", network: "BTC", confirmations: 2 },
  { code: "ETH", network: "ERC20", confirmations: 12 },
];

const SANDBOX_BANK = {
  bank_address: "1 Sandbox Street (this bank does not exist)",
  payee_name: "Truetick Sandbox",
  remark: "SANDBOX {uid}",
} as const;

const WIRES = [
  {
    code: "USD",
    bank_name: "SANDBOX Bank New York",
    bank_swift: "SNDBUS33",
    payee_account: "000000000000",
  },
  {
    code: "EUR",
    bank_name: "SANDBOX Bank Frankfurt",
    bank_swift: "SNDBDEFF",
    payee_account: "DE36000000000000000000",
  },
] as const;

/** Where there is no currency at all. A database that has some is left alone. */
export async function seedSandboxRails(database: Database): Promise<void> {
  await database.transaction().execute(async (trx) => {
    // Two servers that start at once would both add them.
    await sql`select pg_advisory_xact_lock(hashtextextended('seed/deposit', 0))`.execute(trx);
    const known = await trx.selectFrom("deposit_currency").select("id").executeTakeFirst();
    if (known) return;
    const rows = await trx
      .insertInto("deposit_currency")
      .values(CURRENCIES.map(currencyRow))
      .returning(["id", "code"])
      .execute();
    const idOf = (code: string) => {
      const found = rows.find((row) => row.code === code);
      if (!found) throw new Error(`Invariant: ${code} is among the seeded currencies`);
      return found.id;
    };
    const own = { is_active: true, is_sandbox: true };
    await trx
      .insertInto("deposit_network")
      .values(
        NETWORKS.map(({ code, network, confirmations }) => ({
          currency_id: idOf(code),
          protocol_code: network,
          address: sandboxAddress(network, code),
          confirmations,
          ...own,
        })),
      )
      .execute();
    await trx
      .insertInto("wire_option")
      .values(
        WIRES.map(({ code, ...bank }) => ({
          currency_id: idOf(code),
          ...bank,
          ...SANDBOX_BANK,
          ...own,
        })),
      )
      .execute();
  });
}

function currencyRow({ price, min, max, ...seed }: CurrencySeed) {
  const units = (text: string) => {
    const parsed = parseDecimal(text, seed.decimals);
    if (parsed === null) throw new Error(`Invariant: ${text} ${seed.code} is an amount`);
    return parsed;
  };
  return {
    ...seed,
    fixed_price: "fixed" in price ? price.fixed : null,
    market_code: "market" in price ? price.market : null,
    amount_min: units(min),
    amount_max: units(max),
    is_active: true,
    is_sandbox: true,
  };
}

/** H13: real money never goes to the rails of a sandbox, nor made-up prices to real ones. */
export async function refuseForeignRails(
  database: Database,
  mode: "sandbox" | "live",
): Promise<void> {
  const isForeign = await hasRails(database, { isSandbox: mode === "live" });
  if (!isForeign) return;
  const whose = mode === "live" ? "of a sandbox" : "that take real money";
  throw new StartRefusal(
    `MODE=${mode} refuses to start: this database has payment rails ${whose}. ` +
      "Begin with a database of its own.",
  );
}
