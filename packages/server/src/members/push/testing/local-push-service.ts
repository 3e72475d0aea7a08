// A push service and a browser on this machine, for tests: takes what is posted to it as RFC 8030
// says, checks the signature of the sender (VAPID, RFC 8292), and opens what was encrypted for the
// browser (RFC 8291, aes128gcm of RFC 8188), by the words of those documents and without the
// library that encrypts.

import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { PushDevice } from "@truetick/contract/notices";

export type PushedMessage = {
  readonly payload: string;
  readonly ttlSec: number;
  readonly subject: string;
};

export type LocalBrowser = { readonly device: PushDevice; readonly open: (body: Buffer) => string };

export type LocalPushService = {
  readonly host: string;
  /** A browser that has subscribed. */
  readonly newBrowser: () => PushDevice;
  /** What was taken, in order. */
  readonly taken: PushedMessage[];
  readonly asked: () => number;
  /** The next answers, first to last; then messages are taken again. */
  readonly plan: (...answers: PushAnswer[]) => void;
  readonly close: () => Promise<void>;
};

export type PushAnswer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
};

const TAKEN = 201;

export async function startLocalPushService(publicKey: string): Promise<LocalPushService> {
  const browsers = new Map<string, LocalBrowser>();
  const taken: PushedMessage[] = [];
  const answers: PushAnswer[] = [];
  let asked = 0;
  const server = createServer(async (request, response) => {
    asked += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const answer = answers.shift() ?? { status: TAKEN };
    const browser = browsers.get(request.url ?? "");
    if (answer.status === TAKEN && browser) {
      const subject = readVapid(request, { publicKey, audience: `http://${host}` });
      const payload = browser.open(Buffer.concat(chunks));
      taken.push({ payload, subject, ttlSec: Number(request.headers.ttl) });
    }
    response.writeHead(browser ? answer.status : 404, answer.headers).end("a long story");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    newBrowser() {
      const path = `/push/${randomBytes(16).toString("base64url")}`;
      const browser = createBrowser(`http://${host}${path}`);
      browsers.set(path, browser);
      return browser.device;
    },
    taken,
    asked: () => asked,
    plan: (...next) => void answers.push(...next),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

export function createBrowser(endpoint: string): LocalBrowser {
  const keys = createECDH("prime256v1");
  const p256dh = keys.generateKeys("base64url");
  const auth = randomBytes(16);
  const device = { endpoint, p256dh, auth: auth.toString("base64url") };
  return { device, open: (body) => openMessage(body, keys, auth) };
}

/** RFC 8188 §2.1: salt, record size, key id; here one record, keyed as RFC 8291 §3.4 says. */
function openMessage(body: Buffer, keys: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), keys.getPublicKey(), sender]);
  const secret = hkdfSync("sha256", keys.computeSecret(sender), auth, info, 32);
  const keyOf = (label: string, bytes: number) =>
    Buffer.from(
      hkdfSync("sha256", Buffer.from(secret), salt, `Content-Encoding: ${label}\0`, bytes),
    );
  const decipher = createDecipheriv("aes-128-gcm", keyOf("aes128gcm", 16), keyOf("nonce", 12));
  decipher.setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  // The last record ends with a two, and zeros behind it.
  const end = plain.lastIndexOf(2);
  if (end < 0 || plain.subarray(end + 1).some((byte) => byte !== 0)) throw new Error("no padding");
  return plain.subarray(0, end).toString("utf8");
}

/** Answers whom the sender says to write to; throws unless it is signed with the key for here. */
function readVapid(
  { headers }: IncomingMessage,
  { publicKey, audience }: { readonly publicKey: string; readonly audience: string },
): string {
  const [, token = "", key] =
    /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? "") ?? [];
  const [head = "", body = "", signature = ""] = token.split(".");
  const claims = JSON.parse(Buffer.from(body, "base64url").toString("utf8"));
  const point = Buffer.from(publicKey, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${body}`),
    { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned || key !== publicKey) throw new Error("not signed as it should be");
  if (claims.aud !== audience) throw new Error("signed for another service");
  return String(claims.sub);
}
