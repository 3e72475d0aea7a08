// The known SHA-256 of a known text, and another for an address that differs in one letter (T63).

import { expect, test } from "vitest";
import { fingerprintOf } from "./fingerprint.ts";

test("T63: the fingerprint is the head of the hash", async () => {
  expect(await fingerprintOf("abc")).toBe("ba7816bf");
});

test("T63: one letter makes another fingerprint", async () => {
  expect(await fingerprintOf("abd")).not.toBe(await fingerprintOf("abc"));
});
