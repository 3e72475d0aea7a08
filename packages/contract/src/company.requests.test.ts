// The requests of the apps about companies and settings speak of declared calls, with fields that
// those calls know, and read what was written.

import { expect, test } from "vitest";
import { CALLS } from "./calls.ts";
import { requestCompanies, requestSelectCompany, requestSiteStatus } from "./company.requests.ts";
import { type Company, companyToWire, siteStatusToWire } from "./company.ts";
import { requestComplaintEmail, requestPlatformSettings } from "./platform-settings.requests.ts";
import { type PlatformSettings, platformSettingsToWire } from "./platform-settings.ts";

const COMPANY: Company = {
  id: "7",
  name: "Example",
  logo: "/logo.svg",
  website: "https://example.test",
  mainCompany: "Example Ltd",
  registeredAddress: "1 Example Street",
  officeAddress: "2 Example Street",
  email: "us@example.test",
};
const SETTINGS: PlatformSettings = {
  supportLink: "https://help.example.test",
  supportMode: "followLink",
  verifyMode: "codeAndPhone",
  feeBase: "lots",
  restrictedAreas: ["KP"],
  isMobileShown: true,
};

test.each([
  ["getSiteStatus", requestSiteStatus().path, requestSiteStatus().query],
  ["listCompanies", requestCompanies("x").path, requestCompanies("x").query],
  ["listCompanies", requestCompanies().path, requestCompanies().query],
  ["selectCompany", requestSelectCompany("7").path, requestSelectCompany("7").fields],
  ["selectCompany", requestSelectCompany(null).path, requestSelectCompany(null).fields],
  ["getPlatformSettings", requestPlatformSettings().path, requestPlatformSettings().query],
  ["getComplaintEmail", requestComplaintEmail().path, requestComplaintEmail().query],
] as const)("%s is asked for by its declared path and fields", (name, path, fields) => {
  const call = CALLS[name];
  expect(path).toBe(call.path);
  expect(Object.keys(call.input.shape)).toEqual(expect.arrayContaining(Object.keys(fields)));
  expect(call.input.safeParse(fields).success).toBe(true);
});

test("what is written is declared, and read as it was", () => {
  const company = companyToWire(COMPANY);
  expect(CALLS.selectCompany.output.parse(company)).toEqual(company);
  expect(requestSelectCompany("7").read(company)).toEqual(COMPANY);
  expect(requestCompanies().read({ data: [company], total: 1 })).toEqual({
    companies: [COMPANY],
    total: 1,
  });
  const settings = platformSettingsToWire(SETTINGS);
  expect(CALLS.getPlatformSettings.output.parse(settings)).toEqual(settings);
  expect(settings).toMatchObject({ service_link_type: 3, verify_reg_type: 3, trade_fee_type: 1 });
  expect(requestPlatformSettings().read(settings)).toEqual(SETTINGS);
  for (const site of [
    { status: 0, isPortal: false, leaveTo: null },
    { status: 2, isPortal: true, leaveTo: "https://example.test/" },
  ]) {
    expect(requestSiteStatus().read(siteStatusToWire(site))).toEqual(site);
  }
  expect(requestComplaintEmail().read({ email: "a@b.test" })).toBe("a@b.test");
});
