// Answers of authenticators as strangers write them: nothing but texts passes, and no certificate,
// for which the library would ask whatever address stands in it.

import { describe, expect, it } from "vitest";
import { createSoftwareAuthenticator, type Faults } from "../../testing/software-authenticator.ts";
import { readMadeAnswer, readUseAnswer } from "./authenticator-answer.ts";

const OPTIONS = { challenge: "A".repeat(43), user: { id: "B".repeat(43) } };

const made = (faults: Faults = {}) =>
  readMadeAnswer(JSON.stringify(createSoftwareAuthenticator().make(OPTIONS, faults)));

describe("T06: the answer of an authenticator", () => {
  it("is read when it is one", () => {
    expect(made()?.response.transports).toEqual(["internal", "hybrid"]);
    const used = createSoftwareAuthenticator().answer(OPTIONS, { userHandle: "B".repeat(43) });
    expect(readUseAnswer(JSON.stringify(used))?.response.userHandle).toBe("B".repeat(43));
  });

  it.each(["packed", "android-key", "apple", "tpm", "fido-u2f", "android-safetynet"])(
    "with certificates, as %s has them, is none",
    (format) => {
      const attestation = { format, certificates: [Buffer.alloc(99)] };
      expect(made({ attestation })).toBeNull();
    },
  );

  it("that a key signed for itself is one", () => {
    expect(made({ attestation: { format: "packed", certificates: null } })).not.toBeNull();
  });

  it("has no fields but those that are used", () => {
    const answer = createSoftwareAuthenticator().make(OPTIONS);
    const read = readMadeAnswer(JSON.stringify({ ...answer, clientExtensionResults: { a: 1 } }));
    expect(read?.clientExtensionResults).toEqual({});
    expect(Object.keys(read?.response ?? {}).sort()).toEqual([
      "attestationObject",
      "clientDataJSON",
      "transports",
    ]);
  });
});
