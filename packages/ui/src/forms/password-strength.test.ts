// The meter's promise: what everybody uses is weak whatever its length, what is long and varied is
// strong, and nothing that is added makes a password weaker by much.

import { expect, test } from "vitest";
import { type PasswordStrength, strengthOf } from "./password-strength.ts";

test.each<[string, PasswordStrength]>([
  ["", 0],
  ["a", 1],
  ["aaaaaaaaaaaaaaaaaaaa", 1],
  ["12345678", 1],
  ["abcdefghijklmnop", 1],
  ["Passw0rd", 1],
  ["password1", 1],
  ["qwertyuiop", 1],
  ["Qwerty123456", 1],
  ["truetick2026", 1],
  ["kestrel9", 2],
  ["river-Lamp7", 4],
  ["Xy7#kQ2m", 3],
  ["correct horse battery staple", 4],
  ["我最喜歡的一句話", 3],
])("%j is %d of 4", (password, strength) => {
  expect(strengthOf(password)).toBe(strength);
});

test("more of the same is not more", () => {
  expect(strengthOf("kestrel9".repeat(4))).toBeLessThanOrEqual(strengthOf("kestrel9") + 1);
});
