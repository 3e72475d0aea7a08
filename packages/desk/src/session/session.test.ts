// Who works at a window: kept by the window alone, and nothing else is believed.

import type { StaffMember } from "@truetick/contract/desk";
import { beforeEach, expect, test } from "vitest";
import { createSession } from "./session.ts";

const STAFF: StaffMember = {
  id: "1",
  name: "Operator 1",
  email: "one@desk.test",
  roles: ["support"],
  permissions: ["users.read"],
};

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

test("a reload stays logged in, and nothing outlives the window", () => {
  createSession(sessionStorage).begin({ token: "secret-token", staff: STAFF });
  expect(createSession(sessionStorage).get()?.token).toBe("secret-token");
  expect(JSON.stringify({ ...localStorage })).not.toContain("secret-token");
});

test.each(["", "null", "[]", "{", '{"token":"a"}', '{"token":"","staff":{}}', '{"token":7}'])(
  "%s in storage is nobody",
  (kept) => {
    sessionStorage.setItem("truetick.desk.session", kept);
    expect(createSession(sessionStorage).get()).toBeNull();
  },
);

test("an end says why, once, and forgets the token", () => {
  const session = createSession(sessionStorage);
  session.begin({ token: "t", staff: STAFF });
  session.end("idle");
  session.end("expired");
  expect(session.get()).toBeNull();
  expect(session.ended.get()).toBe("idle");
  expect(sessionStorage.length).toBe(0);
  session.begin({ token: "u", staff: STAFF });
  expect(session.ended.get()).toBeNull();
});

test("roles can change under a session; nobody is logged in by it", () => {
  const session = createSession(sessionStorage);
  session.amend(STAFF);
  expect(session.get()).toBeNull();
  session.begin({ token: "t", staff: STAFF });
  session.amend({ ...STAFF, roles: ["admin"] });
  expect(session.get()).toMatchObject({ token: "t", staff: { roles: ["admin"] } });
});
