// Reads a bank account as it was typed: what has a checksum is held against it, what is a name is
// plain text, what is missing is named (T70). Pure; called when a method is bound. Invariant: an
// accepted field holds nothing that prints as something else than it is.

import type { BankFields } from "@truetick/contract/cashier";

export type BankReading =
  | { readonly isOk: true; readonly account: BankFields }
  | { readonly isOk: false; readonly field: keyof BankFields };

const TEXT_MAX: Readonly<Record<keyof BankFields, number>> = {
  bankName: 100,
  bankAddress: 200,
  bankSwift: 11,
  payeeName: 100,
  payeeAccount: 34,
  routingCode: 9,
  branchName: 100,
  payeeAddress: 200,
  postCode: 16,
  beneficiaryCurrency: 3,
  remark: 140,
};

/** Letters of any language, digits and what stands in addresses; nothing that hides or turns. */
const PLAIN = /^[\p{L}\p{M}\p{N} .,'’`"“”&/()#+\-–:;·*@№º°]*$/u;
const BIC = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
const ACCOUNT = /^(?=.*\d)[A-Z0-9]{4,34}$/;
const ROUTING = /^\d{9}$/;
const POST_CODE = /^[A-Z0-9 -]{0,16}$/;

export function readBankAccount(typed: BankFields, currencyCode: string): BankReading {
  const account = cleaned(typed);
  const wrong = (Object.keys(TEXT_MAX) as (keyof BankFields)[]).find(
    (field) => !isFit(field, account[field], currencyCode),
  );
  if (wrong !== undefined) return { isOk: false, field: wrong };
  // Without either nobody can find the bank.
  if (account.bankSwift === "" && account.routingCode === "") {
    return { isOk: false, field: "bankSwift" };
  }
  return {
    isOk: true,
    account: { ...account, beneficiaryCurrency: account.beneficiaryCurrency || currencyCode },
  };
}

/** Codes without blanks and in capitals, texts with single blanks. */
function cleaned(typed: BankFields): BankFields {
  const text = (value: string) => value.normalize("NFC").replace(/\s+/g, " ").trim();
  const code = (value: string) => value.replace(/[\s-]/g, "").toUpperCase();
  return {
    bankName: text(typed.bankName),
    bankAddress: text(typed.bankAddress),
    bankSwift: code(typed.bankSwift),
    payeeName: text(typed.payeeName),
    payeeAccount: code(typed.payeeAccount),
    routingCode: code(typed.routingCode),
    branchName: text(typed.branchName),
    payeeAddress: text(typed.payeeAddress),
    postCode: text(typed.postCode).toUpperCase(),
    beneficiaryCurrency: code(typed.beneficiaryCurrency),
    remark: text(typed.remark),
  };
}

function isFit(field: keyof BankFields, value: string, currencyCode: string): boolean {
  if (value.length > TEXT_MAX[field]) return false;
  switch (field) {
    case "bankName":
    case "payeeName":
      return /\p{L}.*\p{L}/u.test(value) && PLAIN.test(value);
    case "payeeAccount":
      return isAccount(value);
    case "bankSwift":
      return value === "" || BIC.test(value);
    case "routingCode":
      return value === "" || (ROUTING.test(value) && isRouting(value));
    case "postCode":
      return POST_CODE.test(value);
    case "beneficiaryCurrency":
      return value === "" || value === currencyCode;
    default:
      return PLAIN.test(value);
  }
}

/** What looks like an IBAN must be one. */
function isAccount(value: string): boolean {
  return IBAN.test(value) ? isIban(value) : ACCOUNT.test(value);
}

/** ISO 7064: the rearranged digits leave 1 when divided by 97. */
function isIban(value: string): boolean {
  const turned = value.slice(4) + value.slice(0, 4);
  const digits = [...turned].map((character) => Number.parseInt(character, 36)).join("");
  return BigInt(digits) % 97n === 1n;
}

const ROUTING_WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1] as const;

/** The check digit of the American Bankers Association. */
function isRouting(value: string): boolean {
  const sum = ROUTING_WEIGHTS.reduce((total, weight, at) => total + weight * Number(value[at]), 0);
  return sum > 0 && sum % 10 === 0;
}

/** "••••1234": the last four, or fewer where that would be most of it (T72). */
export function maskAccount(account: string): string {
  const shown = Math.min(4, Math.floor(account.length / 2));
  return account === "" ? "" : `••••${account.slice(account.length - shown)}`;
}
