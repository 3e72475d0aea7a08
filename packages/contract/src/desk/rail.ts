// The rails of money in, as their keepers see them: currencies, networks, bank accounts. Each is
// changed by a proposal that two people agree on and that is announced (T63); its payload is here.
// Browser-safe: no schema library; `rail.calls.ts` declares the call.

import type { DepositChannel } from "../cashier/deposit.ts";
import type { PayoutNetwork } from "../cashier/payout-method.ts";

/** The payload of a proposal of kind `currency`. */
export type CurrencyRail = {
  /** Empty: a new one. */
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly channel: DepositChannel;
  /** Of an amount. */
  readonly decimals: number;
  /** Units that one USD buys; empty: as `market` says. */
  readonly fixed_price: string;
  /** The code of one of our markets; empty: the price is fixed. */
  readonly market: string;
  readonly min: string;
  readonly max: string;
  readonly is_active: boolean;
};

/** The payload of a proposal of kind `deposit_network`. */
export type NetworkRail = {
  readonly id: string;
  readonly currency_code: string;
  /** By whose checksum the address is checked. */
  readonly protocol_code: PayoutNetwork;
  readonly address: string;
  readonly memo: string;
  readonly confirmations: number;
  readonly is_active: boolean;
};

/** The payload of a proposal of kind `wire_option`. */
export type WireRail = {
  readonly id: string;
  readonly currency_code: string;
  readonly bank_name: string;
  readonly bank_address: string;
  readonly bank_swift: string;
  readonly payee_name: string;
  readonly payee_account: string;
  readonly remark: string;
  readonly is_active: boolean;
};

/** All of them, switched off ones too, as the payloads have them, so that a form can edit them. */
export type Rails = {
  readonly currencies: readonly (CurrencyRail & { readonly is_sandbox: boolean })[];
  readonly networks: readonly (NetworkRail & {
    readonly is_sandbox: boolean;
    readonly fingerprint: string;
  })[];
  readonly wires: readonly (WireRail & { readonly is_sandbox: boolean })[];
};
