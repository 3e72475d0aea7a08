// T20: what a random generator makes is let in, what a person or a counter makes is not.

import { randomBytes, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { hashSecret, isWeakSecret } from "./demo-secret.ts";

const SAMPLES = 2_000;

describe("T20: the secret of a demo account", () => {
  it.each([
    ["32 hexadecimal digits", () => randomBytes(16).toString("hex")],
    ["64 hexadecimal digits", () => randomBytes(32).toString("hex")],
    ["128 hexadecimal digits", () => randomBytes(64).toString("hex")],
    ["22 characters of base64url", () => randomBytes(16).toString("base64url").slice(0, 22)],
    ["43 characters of base64url", () => randomBytes(32).toString("base64url")],
    ["a UUID", () => randomUUID()],
  ])("%s at random are strong enough", (_what, draw) => {
    for (let count = 0; count < SAMPLES; count += 1) {
      const secret = draw();
      expect(isWeakSecret(secret), secret).toBe(false);
    }
  });

  it("no short number with zeros before it gets in, however many are tried", () => {
    for (let n = 0; n < SAMPLES; n += 1) {
      const id = n * 500;
      expect(isWeakSecret(id.toString(16).padStart(32, "0"))).toBe(true);
      expect(isWeakSecret(String(id).padStart(22, "0"))).toBe(true);
      expect(isWeakSecret(`00000000-0000-0000-0000-${String(id).padStart(12, "0")}`)).toBe(true);
    }
  });

  it.each([
    "0123456789abcdef0123456789abcdef",
    "abcdefghijklmnopqrstuvwxyz",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "deviceiddeviceiddeviceid",
    "12345678901234567890123456789012",
    "1a2b3c4d5e6f7a8b9c0d1e2f",
    "qwertyqwertyqwertyqwerty",
  ])("%s is refused", (secret) => {
    expect(isWeakSecret(secret)).toBe(true);
  });

  it("is stored as something it cannot be read from", () => {
    const secret = randomBytes(16).toString("hex");
    expect(hashSecret(secret)).toHaveLength(32);
    expect(hashSecret(secret).toString("hex")).not.toContain(secret);
    expect(hashSecret(secret)).toEqual(hashSecret(secret));
  });
});
