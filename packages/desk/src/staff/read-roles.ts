// Roles as they are typed, "finance, support", to the ones that exist. What is none is left out and
// so stands in nobody's proposal. Pure.

import { ROLES, type Role } from "@truetick/contract/desk";

export function readRoles(typed: string): readonly Role[] {
  const words = typed.toLowerCase().split(/[\s,;]+/);
  return ROLES.filter((role) => words.includes(role));
}
