// The calls about companies. Which one a visitor chose is a display preference and opens nothing
// (T82). Server side only (zod).

import { z } from "zod";
import { call } from "./call.ts";
import { pageField, pageOf } from "./fields.calls.ts";

const CompanySchema = z.object({
  id: z.string(),
  name: z.string(),
  logo: z.string(),
  url: z.string(),
  subject: z.string(),
  registered_address: z.string(),
  location: z.string(),
  email: z.string(),
});

export const getSiteStatus = call({
  method: "GET",
  path: "/api/company/getCompanyStatus",
  effect: "read",
  audience: "visitor",
  summary: "Whether the site is open (status 0), and whether companies are chosen (type 1).",
  input: z.object({}),
  output: z.object({ status: z.int(), type: z.int(), loss_url: z.string() }),
  reasons: [],
});

const CompaniesInput = z.object({ name: z.string().max(64).optional(), page: pageField });

export type CompaniesWanted = {
  /** Part of a name; null for all. */
  readonly search: string | null;
  readonly page: number;
};

export function companiesFromFields(fields: z.output<typeof CompaniesInput>): CompaniesWanted {
  const search = fields.name?.trim() ?? "";
  return { search: search === "" ? null : search, page: pageOf(fields.page) };
}

export const listCompanies = call({
  method: "GET",
  path: "/api/company/getCompany",
  effect: "read",
  audience: "visitor",
  summary: "The companies, optionally only those whose name contains a text; the chosen one first.",
  input: CompaniesInput,
  output: z.object({ data: z.array(CompanySchema), total: z.int() }),
  reasons: [],
});

/** Of a table whose ids have 32 bits. */
const companyIdField = z.string().regex(/^[1-9]\d{0,8}$/);

const SelectInput = z.object({ id: companyIdField.optional() });

/** The id of the company; null to stay with the one that was chosen before. */
export function companyIdFromFields(fields: z.output<typeof SelectInput>): number | null {
  return fields.id === undefined ? null : Number(fields.id);
}

export const selectCompany = call({
  method: "GET",
  path: "/api/company/select",
  effect: "write",
  audience: "visitor",
  summary: "Keeps the choice of a company in a signed cookie for 3 years; without id renews it.",
  input: SelectInput,
  output: CompanySchema,
  reasons: ["COMPANY_UNKNOWN"],
});
