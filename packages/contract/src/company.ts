// The companies a visitor may trade with, on the wire and in our own words, and whether the site
// is open at all. The only file that knows the spec's spelling of it. Browser-safe: no schema
// library here; `company.calls.ts` declares the calls.

export type Company = {
  readonly id: string;
  readonly name: string;
  /** Path or address of a picture; empty when there is none. */
  readonly logo: string;
  readonly website: string;
  /** The legal person behind the name. */
  readonly mainCompany: string;
  readonly registeredAddress: string;
  readonly officeAddress: string;
  readonly email: string;
};

export type CompanyWire = {
  id: string;
  name: string;
  logo: string;
  url: string;
  subject: string;
  registered_address: string;
  location: string;
  email: string;
};

export function companyToWire(company: Company): CompanyWire {
  return {
    id: company.id,
    name: company.name,
    logo: company.logo,
    url: company.website,
    subject: company.mainCompany,
    registered_address: company.registeredAddress,
    location: company.officeAddress,
    email: company.email,
  };
}

export function companyFromWire(wire: CompanyWire): Company {
  return {
    id: wire.id,
    name: wire.name,
    logo: wire.logo,
    website: wire.url,
    mainCompany: wire.subject,
    registeredAddress: wire.registered_address,
    officeAddress: wire.location,
    email: wire.email,
  };
}

/** What the app asks before anything else. */
export type SiteStatus = {
  /** 0: open. Anything else: the site is not for this visitor now. */
  readonly status: number;
  /** Visitors choose among companies; else there is one. */
  readonly isPortal: boolean;
  /** Where to go when it is not open; null when there is nowhere safe to send anybody (T26). */
  readonly leaveTo: string | null;
};

export type SiteStatusWire = { status: number; type: number; loss_url: string };

export function siteStatusToWire(site: SiteStatus): SiteStatusWire {
  return { status: site.status, type: site.isPortal ? 1 : 0, loss_url: site.leaveTo ?? "" };
}

export function siteStatusFromWire(wire: SiteStatusWire): SiteStatus {
  return {
    status: wire.status,
    isPortal: wire.type === 1,
    leaveTo: wire.loss_url === "" ? null : wire.loss_url,
  };
}
