// The field and the shape of every list of the desk. Server side only (zod).

import { z } from "zod";

/** Made by the list itself; what it did not make, it refuses. */
export const cursorField = z
  .string()
  .regex(/^[\w.-]{0,64}$/)
  .optional();

export function pageSchema<Row extends z.ZodType>(row: Row) {
  return z.object({ data: z.array(row), next: z.string() });
}

/** What somebody wrote for somebody else to read: not empty, and nothing but letters and lines. */
export function writtenField(lengthMax: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(lengthMax)
    .refine((text) => !/[^\P{Cc}\n]/u.test(text));
}
