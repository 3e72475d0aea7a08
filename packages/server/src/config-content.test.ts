// The settings of mail, SMS, keys, the company and the platform: what they accept, the one line
// that refuses the rest, and what live insists on (H13, T26).

import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";
import { StartRefusal } from "./platform/start-refusal.ts";

type Environment = Record<string, string>;

const KEY = randomBytes(32);

/** The least that real money needs. */
const LIVE: Environment = {
  MODE: "live",
  FEED: "binance",
  PUBLIC_ORIGIN: "https://trade.example.com",
  SMTP_URL: "smtps://me:pass@mail.example.com",
  MAIL_FROM: "no-reply@example.com",
  COMPANY_LEGAL_NAME: "Our House Ltd",
  COMPANY_EMAIL: "us@example.com",
};

function refusalOf(environment: Environment): string {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof StartRefusal) return error.message;
    throw error;
  }
  throw new Error("was accepted");
}

describe("what others are told, and through whom", () => {
  it("is read whole", () => {
    const config = readConfig({
      SECRET_SEAL_KEY: KEY.toString("base64url"),
      SMTP_URL: "smtp://me%40b:p%3Ass@mail.example.com",
      MAIL_FROM: "Our House <no-reply@example.com>",
      TWILIO_ACCOUNT_SID: `AC${"1".repeat(32)}`,
      TWILIO_AUTH_TOKEN: "auth_token",
      TWILIO_FROM: "+15005550006",
      COMPANY_NAME: "Our House",
      COMPANY_LOGO: "/logo.png",
      COMPANY_WEBSITE: "https://example.com",
      COMPANY_LEGAL_NAME: "Our House Ltd",
      COMPANY_REGISTERED_ADDRESS: "1 Example Street",
      COMPANY_OFFICE_ADDRESS: "2 Example Street",
      COMPANY_EMAIL: "us@example.com",
      ALLOWED_HOSTS: "help.example.com, Example.org:8443",
      COMPLAINT_EMAIL_URL: "https://example.org:8443/complaint",
      VERIFY_REG_TYPE: "3",
      SERVICE_LINK_TYPE: "2",
      SERVICE_LINK: "https://help.example.com/chat",
      IS_SHOW_MOBILE: "0",
      COMPANY_TYPE: "1",
      COMPANY_STATUS: "7",
      LOSS_URL: "https://help.example.com/closed",
      RESTRICTED_AREAS: "KP,CU",
    });
    expect(config).toMatchObject({
      givenSecrets: { sealKey: KEY },
      smtp: {
        host: "mail.example.com",
        port: 587,
        isSecure: false,
        needsTls: true,
        user: { name: "me@b", password: "p:ss" },
        from: { name: "Our House", address: "no-reply@example.com" },
      },
      twilio: {
        accountSid: `AC${"1".repeat(32)}`,
        authToken: "auth_token",
        sender: { kind: "number", from: "+15005550006" },
        origin: "https://api.twilio.com",
      },
      content: {
        company: {
          name: "Our House",
          logo: "/logo.png",
          website: "https://example.com",
          mainCompany: "Our House Ltd",
          registeredAddress: "1 Example Street",
          officeAddress: "2 Example Street",
          email: "us@example.com",
        },
        pinned: {
          verifyMode: "codeAndPhone",
          supportMode: "copyLink",
          supportLink: "https://help.example.com/chat",
          restrictedAreas: ["CU", "KP"],
          isMobileShown: false,
          status: 7,
          isPortal: true,
          leaveTo: "https://help.example.com/closed",
        },
        allowedHosts: ["help.example.com", "example.org:8443"],
        complaintUrl: "https://example.org:8443/complaint",
      },
    });
  });

  it("encrypts mail where a password or real money is in it, and nowhere on this machine", () => {
    const needsTls = (environment: Environment) =>
      readConfig({ MAIL_FROM: "a@b.test", ...environment }).smtp?.needsTls;
    expect(needsTls({ SMTP_URL: "smtp://mail.example" })).toBe(false);
    expect(needsTls({ SMTP_URL: "smtp://a:b@mail.example" })).toBe(true);
    expect(needsTls({ SMTP_URL: "smtp://a:b@127.0.0.1:2525" })).toBe(false);
    expect(readConfig({ ...LIVE, SMTP_URL: "smtp://mail.example" }).smtp?.needsTls).toBe(true);
    expect(readConfig({ ...LIVE, SMTP_URL: "smtps://mail.example" }).smtp).toMatchObject({
      port: 465,
      isSecure: true,
      user: null,
    });
  });

  it("H13: live starts with real prices, mail, its own origin and a named company", () => {
    expect(readConfig(LIVE).mode).toBe("live");
  });

  it.each<[string, string]>([
    ["SMTP_URL", "no mail"],
    ["PUBLIC_ORIGIN", "PUBLIC_ORIGIN is not set"],
    ["COMPANY_LEGAL_NAME", "COMPANY_LEGAL_NAME is not set"],
    ["COMPANY_EMAIL", "COMPANY_EMAIL is not set"],
    ["FEED", "makes its prices up"],
  ])("H13: live without %s does not start", (name, reason) => {
    const { [name]: _, ...rest } = LIVE;
    expect(refusalOf(rest)).toContain(reason);
  });

  it("H13: live never speaks to a provider of tests", () => {
    const twilio = {
      TWILIO_ACCOUNT_SID: `AC${"1".repeat(32)}`,
      TWILIO_AUTH_TOKEN: "auth_token",
      TWILIO_MESSAGING_SERVICE_SID: `MG${"1".repeat(32)}`,
      TWILIO_ORIGIN: "http://127.0.0.1:9999",
    };
    expect(readConfig(twilio).twilio?.origin).toBe("http://127.0.0.1:9999");
    expect(refusalOf({ ...LIVE, ...twilio })).toContain("TWILIO_ORIGIN is for tests");
  });

  it("takes more companies from a file, and nothing that is no company", async () => {
    const folder = await mkdtemp(join(tmpdir(), "truetick-companies-"));
    const path = join(folder, "companies.json");
    const read = async (content: unknown) => {
      await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
      return readConfig({ COMPANIES_FILE: path }).content.companies;
    };
    expect(await read([{ name: "Eta" }, { name: "Zeta", website: "https://zeta.test" }])).toEqual([
      expect.objectContaining({ name: "Eta", website: "", email: "" }),
      expect.objectContaining({ name: "Zeta", website: "https://zeta.test" }),
    ]);
    const hostile = [
      "{",
      {},
      [{}],
      [{ name: "" }],
      [{ name: "Eta" }, { name: "Eta" }],
      [{ name: "Eta", website: "javascript:alert(1)" }],
      [{ name: "Eta", email: "a@b.test, c@d.test" }],
      [{ name: "Eta", legal: "x" }],
    ];
    for (const content of hostile) {
      await expect(read(content)).rejects.toThrow(/^COMPANIES_FILE=\S+ .+\.$/);
    }
    await rm(folder, { recursive: true });
    expect(refusalOf({ COMPANIES_FILE: path })).toMatch(/does not exist\.$/);
  });

  it.each<[Environment, RegExp]>([
    [{ SECRET_SEAL_KEY: "secret" }, /^SECRET_SEAL_KEY is not a key drawn at random/],
    [{ SECRET_CHAT_KEY: "0".repeat(64) }, /^SECRET_CHAT_KEY is not a key drawn at random/],
    [{ SECRET_CODE_KEY: "0123456789abcdef".repeat(4) }, /^SECRET_CODE_KEY is not a key/],
    [{ SMTP_URL: "secret" }, /^SMTP_URL is not a mail server's address/],
    [{ SMTP_URL: "http://me:secret@mail.example" }, /^SMTP_URL is not a mail server's address/],
    [{ SMTP_URL: "smtp://me:secret@mail.example/x" }, /^SMTP_URL is not a mail server's address/],
    [{ SMTP_URL: "smtp://me:secret@mail.example" }, /^SMTP_URL needs MAIL_FROM/],
    [{ SMTP_URL: "smtp://me:secret%zz@mail.example" }, /^SMTP_URL has a % in its user or password/],
    [{ COMPANY_NAME: "x".repeat(101) }, /^COMPANY_NAME is not one line of at most 100 characters/],
    [{ COMPANY_LEGAL_NAME: "x".repeat(201) }, /^COMPANY_LEGAL_NAME is not one line of at most 200/],
    [{ SMTP_URL: "smtp://mail.example", MAIL_FROM: "nobody" }, /^MAIL_FROM=nobody is not a sender/],
    [{ SMTP_URL: "smtp://mail.example", MAIL_FROM: "A <a@b.test>, c@d.test" }, /is not a sender/],
    [{ TWILIO_ACCOUNT_SID: "secret" }, /^TWILIO_ACCOUNT_SID needs to be AC and 32/],
    [{ TWILIO_ACCOUNT_SID: `AC${"1".repeat(32)}` }, /with TWILIO_AUTH_TOKEN beside\.$/],
    [
      { TWILIO_ACCOUNT_SID: `AC${"1".repeat(32)}`, TWILIO_AUTH_TOKEN: "a_secret" },
      /^TWILIO_ACCOUNT_SID needs TWILIO_FROM/,
    ],
    [
      {
        TWILIO_ACCOUNT_SID: `AC${"1".repeat(32)}`,
        TWILIO_AUTH_TOKEN: "a_secret",
        TWILIO_FROM: "+15005550006",
        TWILIO_ORIGIN: "https://evil.test",
      },
      /^TWILIO_ORIGIN=https:\/\/evil\.test is not on this machine/,
    ],
    [{ COMPANY_EMAIL: "a@b" }, /^COMPANY_EMAIL=a@b is not an e-mail address\.$/],
    [{ COMPANY_LOGO: "x".repeat(301) }, /^COMPANY_LOGO is not one line of at most 300/],
    [{ ALLOWED_HOSTS: "https://a.test" }, /^ALLOWED_HOSTS=https:\/\/a\.test is not a list/],
    [{ ALLOWED_HOSTS: "a.test,*" }, /is not a list of hosts/],
    [{ LOSS_URL: "https://evil.test/" }, /^LOSS_URL=.* is not an https address on one of the ALL/],
    [{ SERVICE_LINK: "javascript:alert(1)" }, /^SERVICE_LINK=.* is not an https address/],
    [{ COMPLAINT_EMAIL_URL: "http://169.254.169.254/" }, /^COMPLAINT_EMAIL_URL=.* is not an https/],
    [{ VERIFY_REG_TYPE: "4" }, /^VERIFY_REG_TYPE=4 is not a whole number from 1 to 3\.$/],
    [{ COMPANY_TYPE: "2" }, /^COMPANY_TYPE=2 is not a whole number from 0 to 1\.$/],
    [{ RESTRICTED_AREAS: "north" }, /^RESTRICTED_AREAS=north is not a list of countries/],
  ])("refuses %j in one line", (environment, line) => {
    const refusal = refusalOf(environment);
    expect(refusal).toMatch(line);
    expect(refusal).not.toContain("\n");
    expect(refusal).not.toContain("secret");
  });
});
