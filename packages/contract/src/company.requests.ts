// The calls about companies as an app makes them: path, fields in the wire's spelling, and how the
// answer is read. Browser-safe: no schema library. `company.requests.test.ts` holds them to the
// declared calls.

import {
  type Company,
  type CompanyWire,
  companyFromWire,
  type SiteStatus,
  type SiteStatusWire,
  siteStatusFromWire,
} from "./company.ts";
import type { ReadRequest } from "./market.requests.ts";
import type { WriteRequest } from "./order.requests.ts";

export function requestSiteStatus(): ReadRequest<SiteStatus> {
  return {
    path: "/api/company/getCompanyStatus",
    query: {},
    read: (wire) => siteStatusFromWire(wire as SiteStatusWire),
  };
}

export type CompanyPage = { readonly companies: readonly Company[]; readonly total: number };

/** `search` is part of a name; the company chosen before comes first. */
export function requestCompanies(search = ""): ReadRequest<CompanyPage> {
  return {
    path: "/api/company/getCompany",
    query: search === "" ? {} : { name: search },
    read: (wire) => {
      const { data, total } = wire as { data: CompanyWire[]; total: number };
      return { companies: data.map(companyFromWire), total };
    },
  };
}

/** Null renews the choice made before, which browsers would forget after 400 days. */
export function requestSelectCompany(companyId: string | null): WriteRequest<Company> {
  return {
    path: "/api/company/select",
    fields: companyId === null ? {} : { id: companyId },
    read: (wire) => companyFromWire(wire as CompanyWire),
  };
}
