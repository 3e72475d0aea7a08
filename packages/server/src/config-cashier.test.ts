// The settings of the cashier: defaults of both modes, and what is refused (H13).

import { describe, expect, it } from "vitest";
import { readCashier } from "./config-cashier.ts";
import { StartRefusal } from "./platform/start-refusal.ts";

const TEST_KEYS = {
  STRIPE_SECRET_KEY: "sk_test_0123456789",
  STRIPE_WEBHOOK_SECRET: "whsec_0123456789",
};

function refusalOf(environment: Record<string, string>, mode: "sandbox" | "live"): string {
  try {
    readCashier(environment, mode);
  } catch (error) {
    if (error instanceof StartRefusal) return error.message;
    throw error;
  }
  throw new Error("was accepted");
}

describe("readCashier", () => {
  it("waits a minute in the sandbox and a day in live", () => {
    const rest = { reviewHours: 24, stripe: null };
    expect(readCashier({}, "sandbox")).toEqual({ coolingSec: 60, noticeSec: 60, ...rest });
    expect(readCashier({}, "live")).toEqual({ coolingSec: 86_400, noticeSec: 86_400, ...rest });
  });

  it("lets the sandbox wait less, and live never", () => {
    const short = { COOLING_SEC: "1", NOTICE_SEC: "2", REVIEW_HOURS: "4" };
    expect(readCashier(short, "sandbox")).toMatchObject({
      coolingSec: 1,
      noticeSec: 2,
      reviewHours: 4,
    });
    expect(refusalOf({ COOLING_SEC: "60" }, "live")).toMatch(/^COOLING_SEC=60 is not/);
    expect(refusalOf({ NOTICE_SEC: "86399" }, "live")).toMatch(/^NOTICE_SEC=86399 is not/);
    expect(refusalOf({ REVIEW_HOURS: "73" }, "sandbox")).toMatch(/^REVIEW_HOURS=73 is not/);
  });

  it("takes a card provider with both of its secrets", () => {
    expect(readCashier(TEST_KEYS, "sandbox").stripe).toEqual({
      secretKey: "sk_test_0123456789",
      webhookSecret: "whsec_0123456789",
      origin: "https://api.stripe.com",
    });
    const local = { ...TEST_KEYS, STRIPE_API: "http://127.0.0.1:9099" };
    expect(readCashier(local, "sandbox").stripe?.origin).toBe("http://127.0.0.1:9099");
  });

  it.each<[Record<string, string>, "sandbox" | "live", RegExp]>([
    [{ STRIPE_SECRET_KEY: "sk_test_secretsecret" }, "sandbox", /^STRIPE_SECRET_KEY needs/],
    [{ ...TEST_KEYS, STRIPE_SECRET_KEY: "secret" }, "sandbox", /^STRIPE_SECRET_KEY needs/],
    [{ ...TEST_KEYS, STRIPE_API: "https://stripe.example" }, "sandbox", /is not on this machine/],
    [{ ...TEST_KEYS, STRIPE_API: "http://127.0.0.1:1/x" }, "sandbox", /is not on this machine/],
  ])("refuses %j in %s", (environment, mode, line) => {
    const refusal = refusalOf(environment, mode);
    expect(refusal).toMatch(line);
    expect(refusal).not.toContain("secretsecret");
  });

  it("H13: play money never meets real cards, nor real money test cards", () => {
    const live = { ...TEST_KEYS, STRIPE_SECRET_KEY: "sk_live_0123456789" };
    expect(refusalOf(live, "sandbox")).toMatch(/^MODE=sandbox refuses to start .* live cards/);
    expect(refusalOf(TEST_KEYS, "live")).toMatch(/^MODE=live refuses to start .* test cards/);
    const local = { ...live, STRIPE_API: "http://127.0.0.1:9099" };
    expect(refusalOf(local, "live")).toMatch(/is not on this machine/);
  });
});
