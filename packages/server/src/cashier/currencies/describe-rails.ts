// Rails in words: what is offered to whom pays in, with the price of now, and what proposals and
// the desk read of it.

import { createHash } from "node:crypto";
import type { DepositCurrency, DepositNetwork, WireOption } from "@truetick/contract/cashier";
import type { CurrencyRail, NetworkRail, WireRail } from "@truetick/contract/desk";
import { formatDecimal } from "@truetick/money";
import {
  bankRemark,
  type CurrencyRow,
  type NetworkRow,
  type OfferedNetwork,
  type OfferedWire,
  pricedCurrency,
  type WireOptionRow,
} from "./rail-table.ts";
import { plainDecimal, priceText, type UsdRates } from "./usd-rate.ts";

const FINGERPRINT_DIGITS = 8;

/** Short enough to compare by eye, long enough that no other address happens to have it (T63). */
export function fingerprintOf(address: string): string {
  return createHash("sha256").update(address).digest("hex").slice(0, FINGERPRINT_DIGITS);
}

function boundsText(row: Pick<CurrencyRow, "decimals" | "amount_min" | "amount_max">) {
  const text = (units: bigint) => plainDecimal(formatDecimal(units, row.decimals));
  return { min: text(row.amount_min), max: text(row.amount_max) };
}

async function offerOf(row: CurrencyRow, rates: UsdRates) {
  const rate = await rates(pricedCurrency(row));
  return { unitsPerUsd: rate && priceText(rate), ...boundsText(row) };
}

export async function describeCurrency(
  row: CurrencyRow,
  rates: UsdRates,
): Promise<DepositCurrency> {
  const { id, code, name, channel } = row;
  return { id: String(id), code, name, channel, ...(await offerOf(row, rates)) };
}

export async function describeNetwork(
  { network, currency }: OfferedNetwork,
  rates: UsdRates,
): Promise<DepositNetwork> {
  return {
    id: String(network.id),
    currencyCode: currency.code,
    protocolCode: network.protocol_code,
    address: network.address,
    memo: network.memo,
    ...(await offerOf(currency, rates)),
    fingerprint: fingerprintOf(network.address),
    confirmations: network.confirmations,
  };
}

export async function describeWire(
  { option, currency }: OfferedWire,
  rates: UsdRates,
  uid: string,
): Promise<WireOption> {
  return {
    id: String(option.id),
    bankName: option.bank_name,
    bankAddress: option.bank_address,
    bankSwift: option.bank_swift,
    payeeName: option.payee_name,
    payeeAccount: option.payee_account,
    bankRemark: bankRemark(option, uid),
    currencyCode: currency.code,
    ...(await offerOf(currency, rates)),
  };
}

/** As proposals speak of it: what a form edits, and what stands now beside what is proposed. */
export function currencyRail(row: CurrencyRow): CurrencyRail {
  const { id, code, name, channel, decimals, fixed_price, market_code, is_active } = row;
  return {
    id: String(id),
    code,
    name,
    channel,
    decimals,
    fixed_price: fixed_price === null ? "" : plainDecimal(fixed_price),
    market: market_code ?? "",
    ...boundsText(row),
    is_active,
  };
}

export function networkRail(row: NetworkRow, currencyCode: string): NetworkRail {
  const { id, protocol_code, address, memo, confirmations, is_active } = row;
  const own = { protocol_code, address, memo, confirmations, is_active };
  return { id: String(id), currency_code: currencyCode, ...own };
}

export function wireRail(row: WireOptionRow, currencyCode: string): WireRail {
  const { id, bank_name, bank_address, bank_swift, payee_name, payee_account } = row;
  const { remark, is_active } = row;
  const bank = { bank_name, bank_address, bank_swift, payee_name, payee_account };
  return { id: String(id), currency_code: currencyCode, ...bank, remark, is_active };
}
