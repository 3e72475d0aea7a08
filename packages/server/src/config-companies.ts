// The companies that visitors may choose among, from the file that COMPANIES_FILE names: a list of
// objects with a name and whatever else is known of each. Read by config-content.ts.

import { readFileSync } from "node:fs";
import type { Company } from "@truetick/contract";
import { z } from "zod";
import { isOneEmail, isOneLine } from "./platform/outbox/recipient.ts";
import { codeOf, StartRefusal } from "./platform/start-refusal.ts";

const COMPANIES_MAX = 10_000;

const line = (lengthMax: number) => z.string().max(lengthMax).refine(isOneLine);

/** Strict: a misspelt field would silently be missing on the page. */
const CompanySchema = z.strictObject({
  name: line(100).min(1),
  logo: line(300).default(""),
  website: z.union([z.literal(""), line(300).regex(/^https:\/\/[^\s/]/)]).default(""),
  mainCompany: line(200).default(""),
  registeredAddress: line(300).default(""),
  officeAddress: line(300).default(""),
  email: z.union([z.literal(""), z.string().refine(isOneEmail)]).default(""),
});

const FileSchema = z
  .array(CompanySchema)
  .max(COMPANIES_MAX)
  .refine((list) => new Set(list.map(({ name }) => name)).size === list.length, {
    message: "two companies have the same name",
  });

/** Refuses by throwing a StartRefusal. */
export function readCompanies(path: string): readonly Omit<Company, "id">[] {
  const read = FileSchema.safeParse(readJson(path));
  if (read.success) return read.data;
  const { path: where = [], message = "" } = read.error.issues[0] ?? {};
  const place = where.length > 0 ? ` at ${where.join(".")}` : "";
  throw new StartRefusal(`COMPANIES_FILE=${path} is not a list of companies${place}: ${message}.`);
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    const why = codeOf(error) === "ENOENT" ? "does not exist" : "cannot be read as JSON";
    throw new StartRefusal(`COMPANIES_FILE=${path} ${why}.`);
  }
}
