// An authenticator in software for tests: makes ES256 passkeys and answers challenges as a phone or
// a security key does, and can be told to do it wrong. Written from the WebAuthn standard with
// node:crypto alone, so that it shares no code with what it tests.

import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import { PUBLIC_ORIGIN } from "../gateway/testing/open-gateway.ts";

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** What can be wrong about an answer. */
export type Faults = {
  readonly origin?: string;
  readonly site?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly isUnverified?: boolean;
  readonly counter?: number;
  readonly userHandle?: unknown;
  readonly transports?: unknown;
  /** Of the id and of the public key that it says it has made. */
  readonly idBytes?: number;
  readonly keyBytes?: number;
  readonly attestation?: {
    readonly format: string;
    /** Null: signed by the new key itself. */
    readonly certificates: readonly Buffer[] | null;
  };
  readonly isSignedByAnother?: boolean;
};

type Options = Readonly<Record<string, unknown>> & { readonly challenge: string };

export type SoftwareAuthenticator = {
  readonly credentialId: string;
  /** Answers to the options of a registration. */
  readonly make: (options: Options, faults?: Faults) => object;
  /** Answers to the options of a login. */
  readonly answer: (options: Options, faults?: Faults) => object;
};

export function createSoftwareAuthenticator(): SoftwareAuthenticator {
  const own = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const other = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  const credentialId = id.toString("base64url");
  let counter = 0;
  let handle = "";

  function clientJson(options: Options, type: string, faults: Faults): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: faults.type ?? type,
        challenge: faults.challenge ?? options.challenge,
        origin: faults.origin ?? PUBLIC_ORIGIN,
        crossOrigin: false,
      }),
    );
  }

  function head(faults: Faults, flags: number): Buffer {
    const site = faults.site ?? new URL(PUBLIC_ORIGIN).hostname;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(faults.counter ?? counter);
    const verified = faults.isUnverified ? 0 : USER_VERIFIED;
    return Buffer.concat([sha256(site), Buffer.from([flags | USER_PRESENT | verified]), count]);
  }

  return {
    credentialId,
    make(options, faults = {}) {
      handle = String((options.user as { id: string }).id);
      const madeId = faults.idBytes === undefined ? id : Buffer.alloc(faults.idBytes, 7);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(madeId.length);
      const key = publicKeyOf(own.publicKey, faults);
      const parts = [head(faults, HAS_CREDENTIAL), Buffer.alloc(16), length, madeId, key];
      const { format, certificates } = faults.attestation ?? { format: "none", certificates: null };
      const attestation = cborMap([
        [cborText("fmt"), cborText(format)],
        [cborText("attStmt"), format === "none" ? cborMap([]) : statementOf(certificates)],
        [cborText("authData"), cborBytes(Buffer.concat(parts))],
      ]);
      return credentialJson(credentialId, {
        clientDataJSON: clientJson(options, "webauthn.create", faults).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
        transports:
          "transports" in faults ? faults.transports : ["internal", "hybrid", "carrier-pigeon"],
      });
    },
    answer(options, faults = {}) {
      counter += 1;
      const client = clientJson(options, "webauthn.get", faults);
      const authenticator = head(faults, 0);
      const signer = createSign("sha256").update(authenticator).update(sha256(client));
      const { privateKey } = faults.isSignedByAnother ? other : own;
      return credentialJson(credentialId, {
        clientDataJSON: client.toString("base64url"),
        authenticatorData: authenticator.toString("base64url"),
        signature: signer.sign(privateKey).toString("base64url"),
        userHandle: "userHandle" in faults ? faults.userHandle : handle,
      });
    },
  };
}

/** As COSE has it. */
function publicKeyOf(publicKey: KeyObject, { keyBytes }: Faults): Buffer {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const padding = keyBytes === undefined ? [] : [cborBytes(Buffer.alloc(keyBytes))];
  return cborMap([
    [cborInt(1), cborInt(2)],
    [cborInt(3), cborInt(-7)],
    [cborInt(-1), cborInt(1)],
    [cborInt(-2), cborBytes(Buffer.from(x, "base64url"))],
    [cborInt(-3), cborBytes(Buffer.from(y, "base64url"))],
    ...padding.map((bytes) => [cborInt(-4), bytes] as const),
  ]);
}

function credentialJson(id: string, response: object): object {
  return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
}

function sha256(content: string | Buffer): Buffer {
  return createHash("sha256").update(content).digest();
}

/** The head of a CBOR value: its kind, and a length or number below 65,536. */
function cborHead(kind: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(kind << 5) | value]);
  if (value < 256) return Buffer.from([(kind << 5) | 24, value]);
  return Buffer.from([(kind << 5) | 25, value >> 8, value & 0xff]);
}

function cborInt(value: number): Buffer {
  return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes]);
}

function cborText(text: string): Buffer {
  return Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)]);
}

/** With a signature that cannot be right. */
function statementOf(certificates: readonly Buffer[] | null): Buffer {
  const listOf = (all: readonly Buffer[]) =>
    Buffer.concat([cborHead(4, all.length), ...all.map(cborBytes)]);
  return cborMap([
    [cborText("alg"), cborInt(-7)],
    [cborText("sig"), cborBytes(Buffer.alloc(70))],
    ...(certificates ? [[cborText("x5c"), listOf(certificates)] as const] : []),
  ]);
}

function cborMap(entries: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
}
