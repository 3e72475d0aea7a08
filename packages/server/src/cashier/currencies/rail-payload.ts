// Reads what is proposed about a rail, which may be anything that JSON can say. Pure. Invariant: an
// address that is read here has a valid checksum of its network, an amount fits its currency.

import { type DepositChannel, PAYOUT_NETWORKS } from "@truetick/contract/cashier";
import type { CurrencyRail, NetworkRail, WireRail } from "@truetick/contract/desk";
import { parseDecimal } from "@truetick/money";
import { type Refused, refuse } from "../../platform/handler.ts";
import { readCoinAddress } from "../payout-methods/coin-address.ts";
import { PRICE_DECIMALS, plainDecimal } from "./usd-rate.ts";

const DECIMALS_MAX = 8;
const CONFIRMATIONS_MAX = 1_000;
/** What the tables can count. */
const UNITS_MAX = 2n ** 63n - 1n;
/** Letters of any language, digits and what stands in names and addresses. */
const PLAIN = /^[\p{L}\p{M}\p{N} .,'’&/()#+\-–:;{}]*$/u;

export function invalid(problem: string): Refused {
  return refuse("PROPOSAL_INVALID", { problem });
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(given: unknown): Fields {
  const isObject = typeof given === "object" && given !== null && !Array.isArray(given);
  return isObject ? (given as Fields) : {};
}

/** Null where it is no plain text of that length. */
function plainText(value: unknown, { min, max }: { min: number; max: number }): string | null {
  if (typeof value !== "string") return null;
  const text = value.normalize("NFC").replace(/\s+/g, " ").trim();
  return text.length >= min && text.length <= max && PLAIN.test(text) ? text : null;
}

function matching(value: unknown, pattern: RegExp): string | null {
  return typeof value === "string" && pattern.test(value) ? value : null;
}

function whole(value: unknown, { min, max }: { min: number; max: number }): number | null {
  return Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max
    ? Number(value)
    : null;
}

const ID = /^(?:|[1-9]\d{0,8})$/;
const CODE = /^[A-Z0-9]{2,12}$/;
const MARKET = /^(?:|[A-Z0-9]{2,20})$/;
const BIC = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;
const ACCOUNT = /^(?=.*\d)[A-Z0-9]{4,34}$/;

type Named = { readonly [Name in string]: string | number | boolean | null };

/** The first field that could not be read, by name; null: all could. */
function wrongField(read: Named): string | null {
  return Object.entries(read).find(([, value]) => value === null)?.[0] ?? null;
}

export function readCurrencyRail(given: unknown): CurrencyRail | Refused {
  const fields = fieldsOf(given);
  const decimals = whole(fields.decimals, { min: 0, max: DECIMALS_MAX });
  const amount = (value: unknown) => {
    const units = typeof value === "string" ? (parseDecimal(value, decimals ?? 0) ?? 0n) : 0n;
    return units > 0n && units <= UNITS_MAX ? String(value) : null;
  };
  const read = {
    id: matching(fields.id, ID),
    code: matching(fields.code, CODE),
    name: plainText(fields.name, { min: 1, max: 60 }),
    channel: matching(fields.channel, /^(?:coin|bank)$/),
    decimals,
    fixed_price: readPrice(fields.fixed_price),
    market: matching(fields.market, MARKET),
    min: amount(fields.min),
    max: amount(fields.max),
    is_active: typeof fields.is_active === "boolean" ? fields.is_active : null,
  };
  const wrong = wrongField(read);
  if (wrong !== null) return invalid(wrong);
  // All are there: `wrongField` found none that is not.
  const rail = read as CurrencyRail & { readonly channel: DepositChannel };
  if ((rail.fixed_price === "") === (rail.market === "")) return invalid("fixed_price");
  const [min, max] = [rail.min, rail.max].map((text) => parseDecimal(text, rail.decimals) ?? 0n);
  return (min ?? 0n) > (max ?? 0n) ? invalid("max") : rail;
}

/** Empty, or a positive decimal in one spelling. */
function readPrice(value: unknown): string | null {
  if (value === "") return "";
  const units = typeof value === "string" ? parseDecimal(value, PRICE_DECIMALS) : null;
  return units !== null && units > 0n ? plainDecimal(String(value)) : null;
}

export function readNetworkRail(given: unknown): NetworkRail | Refused {
  const fields = fieldsOf(given);
  const protocol = PAYOUT_NETWORKS.find((network) => network === fields.protocol_code) ?? null;
  const typed = typeof fields.address === "string" ? fields.address : "";
  const read = {
    id: matching(fields.id, ID),
    currency_code: matching(fields.currency_code, CODE),
    protocol_code: protocol,
    address: protocol && readCoinAddress(protocol, typed),
    memo: plainText(fields.memo, { min: 0, max: 100 }),
    confirmations: whole(fields.confirmations, { min: 1, max: CONFIRMATIONS_MAX }),
    is_active: typeof fields.is_active === "boolean" ? fields.is_active : null,
  };
  const wrong = wrongField(read);
  // All are there: `wrongField` found none that is not.
  return wrong === null ? (read as NetworkRail) : invalid(wrong);
}

export function readWireRail(given: unknown): WireRail | Refused {
  const fields = fieldsOf(given);
  const remark = plainText(fields.remark, { min: 5, max: 100 });
  const read = {
    id: matching(fields.id, ID),
    currency_code: matching(fields.currency_code, CODE),
    bank_name: plainText(fields.bank_name, { min: 1, max: 100 }),
    bank_address: plainText(fields.bank_address, { min: 0, max: 200 }),
    bank_swift: matching(fields.bank_swift, BIC),
    payee_name: plainText(fields.payee_name, { min: 1, max: 100 }),
    payee_account: matching(fields.payee_account, ACCOUNT),
    // Without the member's number in it, nobody knows whose money came.
    remark: remark?.includes("{uid}") ? remark : null,
    is_active: typeof fields.is_active === "boolean" ? fields.is_active : null,
  };
  const wrong = wrongField(read);
  // All are there: `wrongField` found none that is not.
  return wrong === null ? (read as WireRail) : invalid(wrong);
}
