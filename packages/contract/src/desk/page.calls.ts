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
