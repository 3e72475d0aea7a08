// What the configuration says about the company and the platform: names, links, countries, and the
// hosts that anybody may be sent to. Read by config.ts. Invariant: a link that exists is https, on
// an allowed host (T26, T27); what is not said here is undefined, and the operator's to set.

import { type Company, SUPPORT_MODES, VERIFY_MODES } from "@truetick/contract";
import { readCompanies } from "./config-companies.ts";
import { type Environment, readInteger, textOf } from "./config-readers.ts";
import type { Settable } from "./content/settings/platform-settings.ts";
import { isAllowedLink } from "./platform/allowed-link.ts";
import { isOneEmail, isOneLine } from "./platform/outbox/recipient.ts";
import { StartRefusal } from "./platform/start-refusal.ts";

export type ContentConfig = {
  /** The company of everybody who chose none. */
  readonly company: Omit<Company, "id">;
  /** More of them, to choose among. */
  readonly companies: readonly Omit<Company, "id">[];
  /** What the operator cannot change. */
  readonly pinned: Partial<Settable>;
  readonly allowedHosts: readonly string[];
  /** Where the complaint address is asked for; null: it is the company's own. */
  readonly complaintUrl: string | null;
};

/** As long as the table of companies allows. */
const TEXT_LENGTH_MAX = 300;
const NAME_LENGTH_MAX = 100;
const LEGAL_NAME_LENGTH_MAX = 200;
const STATUS_MAX = 999;
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]+(?::\d{1,5})?$/;

export function readContent(
  environment: Environment,
  { mode, publicOrigin }: { mode: "sandbox" | "live"; publicOrigin: string },
): ContentConfig {
  const allowedHosts = readHosts(environment);
  const companiesFile = textOf(environment, "COMPANIES_FILE");
  return {
    company: {
      name: readText(environment, "COMPANY_NAME", NAME_LENGTH_MAX) ?? "Truetick",
      logo: readText(environment, "COMPANY_LOGO") ?? "/icons/icon.svg",
      website: readText(environment, "COMPANY_WEBSITE") ?? publicOrigin,
      mainCompany:
        readText(environment, "COMPANY_LEGAL_NAME", LEGAL_NAME_LENGTH_MAX) ?? "Truetick Sandbox",
      registeredAddress: readText(environment, "COMPANY_REGISTERED_ADDRESS") ?? "",
      officeAddress: readText(environment, "COMPANY_OFFICE_ADDRESS") ?? "",
      // No address under .test can ever exist: nobody's complaint goes astray.
      email: readEmail(environment, "COMPANY_EMAIL") ?? "support@truetick.test",
    },
    companies: companiesFile === null ? [] : readCompanies(companiesFile),
    pinned: readPinned(environment, allowedHosts),
    allowedHosts,
    complaintUrl: readLink(environment, "COMPLAINT_EMAIL_URL", {
      allowedHosts,
      isLoopbackFine: mode === "sandbox",
    }),
  };
}

function readPinned(environment: Environment, allowedHosts: readonly string[]): Partial<Settable> {
  const verifyMode = readNumbered(environment, "VERIFY_REG_TYPE", VERIFY_MODES);
  const supportMode = readNumbered(environment, "SERVICE_LINK_TYPE", SUPPORT_MODES);
  const supportLink = readLink(environment, "SERVICE_LINK", { allowedHosts });
  const leaveTo = readLink(environment, "LOSS_URL", { allowedHosts });
  const isMobileShown = readNumbered(environment, "IS_SHOW_MOBILE", [false, true], 0);
  const isPortal = readNumbered(environment, "COMPANY_TYPE", [false, true], 0);
  const restrictedAreas = readAreas(environment);
  const status = textOf(environment, "COMPANY_STATUS")
    ? readInteger(environment, "COMPANY_STATUS", { fallback: 0, min: 0, max: STATUS_MAX })
    : null;
  return {
    ...(verifyMode !== null && { verifyMode }),
    ...(supportMode !== null && { supportMode }),
    ...(supportLink !== null && { supportLink }),
    ...(restrictedAreas !== null && { restrictedAreas }),
    ...(isMobileShown !== null && { isMobileShown }),
    ...(status !== null && { status }),
    ...(isPortal !== null && { isPortal }),
    ...(leaveTo !== null && { leaveTo }),
  };
}

/** The specification counts its choices, some from 1 and some from 0. */
function readNumbered<Choice>(
  environment: Environment,
  name: string,
  choices: readonly Choice[],
  first = 1,
): Choice | null {
  if (textOf(environment, name) === null) return null;
  const max = first + choices.length - 1;
  const number = readInteger(environment, name, { fallback: first, min: first, max });
  return choices[number - first] ?? null;
}

/** `none` for no country at all. */
function readAreas(environment: Environment): readonly string[] | null {
  const text = textOf(environment, "RESTRICTED_AREAS");
  if (text === null) return null;
  if (text === "none") return [];
  const codes = text.split(",").map((code) => code.trim());
  if (codes.every((code) => /^[A-Z]{2}$/.test(code))) return [...new Set(codes)].sort();
  throw new StartRefusal(
    `RESTRICTED_AREAS=${text} is not a list of countries; one looks like KP,IL,CN,VU,CU.`,
  );
}

function readHosts(environment: Environment): readonly string[] {
  const text = textOf(environment, "ALLOWED_HOSTS");
  if (text === null) return [];
  const hosts = text.split(",").map((host) => host.trim().toLowerCase());
  if (hosts.every((host) => HOST.test(host))) return hosts;
  throw new StartRefusal(
    `ALLOWED_HOSTS=${text} is not a list of hosts; one looks like help.example.com,example.org.`,
  );
}

function readLink(
  environment: Environment,
  name: string,
  rule: { readonly allowedHosts: readonly string[]; readonly isLoopbackFine?: boolean },
): string | null {
  const text = textOf(environment, name);
  if (text === null) return null;
  const isLocal = rule.isLoopbackFine === true && /^http:\/\/127\.0\.0\.1:\d+\//.test(text);
  if (isLocal || isAllowedLink(text, rule.allowedHosts)) return text;
  throw new StartRefusal(`${name}=${text} is not an https address on one of the ALLOWED_HOSTS.`);
}

function readText(
  environment: Environment,
  name: string,
  lengthMax = TEXT_LENGTH_MAX,
): string | null {
  const text = textOf(environment, name);
  if (text === null || (text.length <= lengthMax && isOneLine(text))) return text;
  throw new StartRefusal(`${name} is not one line of at most ${lengthMax} characters.`);
}

function readEmail(environment: Environment, name: string): string | null {
  const text = textOf(environment, name);
  if (text === null || isOneEmail(text)) return text;
  throw new StartRefusal(`${name}=${text} is not an e-mail address.`);
}
