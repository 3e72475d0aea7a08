// The settings of the desk: its networks and its first two operators.

import { describe, expect, it } from "vitest";
import { readStaffConfig } from "./config-staff.ts";

describe("the settings of the desk", () => {
  it("have two operators whose passwords are drawn, and every network", () => {
    expect(readStaffConfig({}, "sandbox")).toEqual({
      deskAllowed: [],
      operators: [
        { email: "operator@truetick.test", password: null },
        { email: "operator2@truetick.test", password: null },
      ],
    });
  });

  it("take what is given", () => {
    const given = {
      DESK_ALLOWED: "10.0.0.0/8, 2001:db8::/32",
      OPERATOR_EMAIL: "Ann@Example.com",
      OPERATOR_PASSWORD: "short",
      OPERATOR2_EMAIL: "bob@example.com",
    };
    expect(readStaffConfig(given, "sandbox")).toEqual({
      deskAllowed: ["10.0.0.0/8", "2001:db8::/32"],
      operators: [
        { email: "ann@example.com", password: "short" },
        { email: "bob@example.com", password: null },
      ],
    });
  });

  it.each([
    [{ DESK_ALLOWED: "10.0.0.0/8,somewhere" }, "DESK_ALLOWED="],
    [{ DESK_ALLOWED: "," }, "DESK_ALLOWED="],
    [{ OPERATOR_EMAIL: "ann" }, "OPERATOR_EMAIL=ann is not an e-mail address"],
    [{ OPERATOR_EMAIL: "a@b.test", OPERATOR2_EMAIL: "A@b.test" }, "two people have two addresses"],
  ])("refuse %j", (environment, words) => {
    expect(() => readStaffConfig(environment, "sandbox")).toThrow(words);
  });

  it("refuse a guessable password where the money is real, without saying it", () => {
    const given = { OPERATOR2_PASSWORD: "password1" };
    expect(() => readStaffConfig(given, "live")).toThrow(/^OPERATOR2_PASSWORD is short, or/);
    expect(readStaffConfig(given, "sandbox").operators[1].password).toBe("password1");
  });
});
