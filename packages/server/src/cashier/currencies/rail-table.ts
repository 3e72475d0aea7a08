// The rails of money in: currencies, networks and bank accounts, as rows and as the cashier reads
// them. Invariant: what is switched off is offered to nobody, and what was offered is never
// deleted: deposits name it.

import type { DepositChannel, PayoutNetwork } from "@truetick/contract/cashier";
import { type Generated, type Selectable, sql } from "kysely";
import type { Database } from "../../platform/database.ts";
import type { PricedCurrency } from "./usd-rate.ts";

type CurrencyTable = {
  readonly id: Generated<number>;
  readonly code: string;
  readonly name: string;
  readonly channel: DepositChannel;
  readonly decimals: number;
  readonly fixed_price: string | null;
  readonly market_code: string | null;
  readonly amount_min: bigint;
  readonly amount_max: bigint;
  readonly is_active: boolean;
  readonly is_sandbox: Generated<boolean>;
};

type NetworkTable = {
  readonly id: Generated<number>;
  readonly currency_id: number;
  readonly protocol_code: PayoutNetwork;
  readonly address: string;
  readonly memo: Generated<string>;
  readonly confirmations: number;
  readonly is_active: boolean;
  readonly is_sandbox: Generated<boolean>;
};

type WireOptionTable = {
  readonly id: Generated<number>;
  readonly currency_id: number;
  readonly bank_name: string;
  readonly bank_address: string;
  readonly bank_swift: string;
  readonly payee_name: string;
  readonly payee_account: string;
  readonly remark: string;
  readonly is_active: boolean;
  readonly is_sandbox: Generated<boolean>;
};

declare module "../../platform/database.ts" {
  interface Tables {
    deposit_currency: CurrencyTable;
    deposit_network: NetworkTable;
    wire_option: WireOptionTable;
  }
}

export type CurrencyRow = Selectable<CurrencyTable>;
export type NetworkRow = Selectable<NetworkTable>;
export type WireOptionRow = Selectable<WireOptionTable>;

export type OfferedNetwork = { readonly network: NetworkRow; readonly currency: CurrencyRow };
export type OfferedWire = { readonly option: WireOptionRow; readonly currency: CurrencyRow };

export function pricedCurrency(row: CurrencyRow): PricedCurrency {
  return { code: row.code, fixedPrice: row.fixed_price, marketCode: row.market_code };
}

export function readCurrencies(database: Database): Promise<CurrencyRow[]> {
  return database.selectFrom("deposit_currency").selectAll().orderBy("id").execute();
}

/** Those that can be used now; one of them when an id is given. There are few: all are read. */
export async function offeredNetworks(
  database: Database,
  networkId?: number,
): Promise<OfferedNetwork[]> {
  const currencies = await readCurrencies(database);
  const networks = await database
    .selectFrom("deposit_network")
    .selectAll()
    .where("is_active", "=", true)
    .orderBy("id")
    .execute();
  return networks.flatMap((network) => {
    const currency = activeOf(currencies, network.currency_id);
    const isWanted = networkId === undefined || networkId === network.id;
    return currency && isWanted ? [{ network, currency }] : [];
  });
}

export async function offeredWires(database: Database, optionId?: number): Promise<OfferedWire[]> {
  const currencies = await readCurrencies(database);
  const options = await database
    .selectFrom("wire_option")
    .selectAll()
    .where("is_active", "=", true)
    .orderBy("id")
    .execute();
  return options.flatMap((option) => {
    const currency = activeOf(currencies, option.currency_id);
    const isWanted = optionId === undefined || optionId === option.id;
    return currency && isWanted ? [{ option, currency }] : [];
  });
}

function activeOf(currencies: readonly CurrencyRow[], id: number): CurrencyRow | undefined {
  return currencies.find((currency) => currency.id === id && currency.is_active);
}

/** Whether rails of a sandbox, or such of real money, are in this database (H13). */
export async function hasRails(
  database: Database,
  { isSandbox }: { readonly isSandbox: boolean },
): Promise<boolean> {
  const found = await sql<{ found: boolean }>`
    select exists (select 1 from deposit_currency where is_sandbox = ${isSandbox})
      or exists (select 1 from deposit_network where is_sandbox = ${isSandbox})
      or exists (select 1 from wire_option where is_sandbox = ${isSandbox}) as found`.execute(
    database,
  );
  return found.rows[0]?.found ?? false;
}

/** What the payer must write, so that the money finds its owner. */
export function bankRemark({ remark }: Pick<WireOptionRow, "remark">, uid: string): string {
  return remark.replaceAll("{uid}", uid);
}
