// The places of the desk: each opened only to those who may see what is in it (T85).

import { PERMISSIONS, type Permission, permissionsOf, type Role } from "@truetick/contract/desk";
import { expect, test } from "vitest";
import messages from "../../messages/en.json";
import { mayOpen, ROUTES, routeOf } from "./routes.tsx";

function placesOf(...roles: Role[]): string[] {
  const granted = [...permissionsOf(roles)];
  return ROUTES.filter((route) => mayOpen(route, granted)).map(({ place }) => place);
}

test("support sees no queue of money and no identity", () => {
  for (const place of ["deposits", "withdrawals", "identity"]) {
    expect(placesOf("support")).not.toContain(place);
    expect(placesOf("dealer")).not.toContain(place);
  }
});

test("finance decides money, compliance identity, an administrator all", () => {
  expect(placesOf("finance")).toEqual(expect.arrayContaining(["deposits", "withdrawals"]));
  expect(placesOf("finance")).not.toContain("identity");
  expect(placesOf("compliance")).toContain("identity");
  expect(placesOf("admin")).toEqual(ROUTES.map(({ place }) => place));
});

test("without a permission there is nothing", () => {
  const none: readonly Permission[] = [];
  expect(ROUTES.filter((route) => mayOpen(route, none))).toEqual([]);
});

test("every place has one row, a name, and permissions that exist", () => {
  expect(new Set(ROUTES.map(({ place }) => place)).size).toBe(ROUTES.length);
  for (const { place, permissions } of ROUTES) {
    expect(messages.shell.places[place]).toBeTruthy();
    expect(permissions.every((one) => PERMISSIONS.includes(one))).toBe(true);
  }
  expect(routeOf("nowhere")).toBeNull();
});
