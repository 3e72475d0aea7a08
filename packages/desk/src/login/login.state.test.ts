// The steps of coming in: nobody is inside without a session of the server's (T84).
// @vitest-environment node

import type { StaffLogin } from "@truetick/contract/desk";
import { expect, test } from "vitest";
import type { Answer, Failure } from "../api/server.ts";
import { groupedKey, stepAfter } from "./login.state.ts";

const GIVEN = { email: "one@desk.test", password: "secret" };

function refused(reason: "SECOND_FACTOR_NEEDED" | "LOGIN_FAILED"): Answer<StaffLogin> {
  const failure: Failure = { kind: "refused", code: "1", reason, numbers: {}, text: "no" };
  return { isOk: false, failure };
}

test("a session is inside", () => {
  const staff = { id: "1", name: "A", email: "a", roles: [], permissions: [] };
  const value = { kind: "session", token: "t", staff } as const;
  expect(stepAfter({ isOk: true, value }, GIVEN)).toBe("inside");
});

test("the first login sets the second factor up", () => {
  const value = { kind: "setup", ticket: "k", secret: "ABCDEFGH", uri: "otpauth://" } as const;
  expect(stepAfter({ isOk: true, value }, GIVEN)).toMatchObject({
    step: "enrolment",
    given: GIVEN,
    ticket: "k",
  });
});

test("a second factor that is needed is the next step; a wrong password is none", () => {
  expect(stepAfter(refused("SECOND_FACTOR_NEEDED"), GIVEN)).toEqual({
    step: "factor",
    given: GIVEN,
    isMailed: false,
  });
  expect(stepAfter(refused("LOGIN_FAILED"), GIVEN)).toBeNull();
  expect(stepAfter(refused("SECOND_FACTOR_NEEDED"), null)).toBeNull();
});

test("silence leads nowhere", () => {
  const failure = { kind: "unreachable", code: "NETWORK" } as const;
  expect(stepAfter({ isOk: false, failure }, GIVEN)).toBeNull();
});

test("a key is read out in fours", () => {
  expect(groupedKey("ABCDEFGHIJ")).toBe("ABCD EFGH IJ");
});
