// Every way of logging in ends alike: an account is opened and a session begun, so each declares
// what that can refuse; a refusal that nobody declared would be answered as an error.

import { expect, it } from "vitest";
import { CALLS } from "./calls.ts";
import { ACCOUNT_REASONS } from "./order-reasons.ts";
import { SessionSchema } from "./session.calls.ts";

const logins = Object.entries(CALLS).filter(([, { output }]) => Object.is(output, SessionSchema));

it("there are four ways in", () => {
  const names = logins.map(([name]) => name).sort();
  expect(names).toEqual(["logIn", "logInByPasskey", "logInDemo", "register"]);
});

it.each(logins)("%s declares what opening an account can refuse", (_name, { reasons }) => {
  expect(reasons).toEqual(expect.arrayContaining([...ACCOUNT_REASONS]));
});
