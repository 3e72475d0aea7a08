// The grammars that several calls share. Fields arrive as texts and leave as texts that can only
// be what they claim to be; what a number means (precision, step, bounds) is its reader's matter.
// Server side only (zod).

import { z } from "zod";

/** A decimal in an answer. */
export const decimal = z.string().regex(/^-?\d{1,19}(\.\d{1,12})?$/);

/** A size or a price in a request: digits and one point; no sign, no exponent (T48, T50). */
const DECIMAL_FIELD = /^\d{1,9}(\.\d{1,8})?$/;

export const decimalField = z.string().regex(DECIMAL_FIELD);

/** Clients send an empty text, 0, or nothing where there is none. */
export const optionalDecimalField = z
  .string()
  .regex(/^(\d{1,9}(\.\d{1,8})?)?$/)
  .optional();

/** No address to open: for what others call a payment, which may look like anything else (T32). */
export function leadsNowhere(text: string): boolean {
  return !/:\/\/|\bwww\./i.test(text);
}

/** Ids count from 1 and stay below 2^53. */
export const idField = z.string().regex(/^[1-9]\d{0,14}$/);

/** Small whole numbers, or empty. */
export const optionalCountField = z
  .string()
  .regex(/^\d{0,9}$/)
  .optional();

/** A moment in Unix seconds; 0, empty or absent is none. */
export const optionalMomentField = z
  .string()
  .regex(/^\d{0,10}$/)
  .optional();

export const ROWS_PER_PAGE = 20;
/** Deeper than this one goes on from a row (`beforeField`), not by leafing (T60). */
const PAGE_MAX = 500;

/** The id of the last row that was seen: what is older follows, at the cost of a first page. */
export const beforeField = idField.optional();

/** The row to go on from; null when pages are asked for. */
export function beforeOf(before: string | undefined): number | null {
  return before === undefined ? null : Number(before);
}

export const pageField = z
  .string()
  .regex(/^[1-9]\d{0,2}$/)
  .refine((page) => Number(page) <= PAGE_MAX)
  .optional();

/** The page asked for; the first when none was. */
export function pageOf(page: string | undefined): number {
  return page === undefined ? 1 : Number(page);
}

/** A text that is neither absent nor empty. */
export function givenText(field: string | undefined): string | null {
  return field === undefined || field === "" ? null : field;
}

/** A level or an amount: null for absent, empty, 0 and 0.000. */
export function givenDecimal(field: string | undefined): string | null {
  const given = givenText(field);
  return given === null || /^[0.]+$/.test(given) ? null : given;
}

/** A count: null for absent, empty and 0. */
export function givenCount(field: string | undefined): number | null {
  const count = Number(givenText(field) ?? 0);
  return count === 0 ? null : count;
}
