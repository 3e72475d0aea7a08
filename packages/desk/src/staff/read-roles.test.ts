// Typed roles are the existing ones or nothing.

import { expect, test } from "vitest";
import { readRoles } from "./read-roles.ts";

test.each([
  ["finance, support", ["support", "finance"]],
  ["Admin", ["admin"]],
  ["owner", []],
  ["", []],
])("%s means %o", (typed, roles) => {
  expect(readRoles(typed)).toEqual(roles);
});
