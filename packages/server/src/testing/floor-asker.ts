// How a test asks the floor's gateway, as a trader, somebody at the desk or nobody, and what it
// hears. Used by trading-floor.ts.

import { request as httpRequest } from "node:http";

export type Envelope = {
  readonly code: number;
  readonly msg: string;
  readonly reason?: string;
  // Tests read what the wire carries; each asserts the fields it speaks of.
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the test is about to check
  readonly data: any;
};

export type Reply = Envelope & { readonly status: number; readonly body: string };

export type Fields = Readonly<Record<string, string | number>>;

export type Trader = {
  readonly token: string;
  readonly userId: string;
  readonly get: (path: string, fields?: Fields, headers?: Headers) => Promise<Reply>;
  readonly post: (path: string, fields?: Fields, headers?: Headers) => Promise<Reply>;
};

/** Somebody at the desk. */
export type Operator = Omit<Trader, "userId"> & { readonly staffId: number };

type Headers = Readonly<Record<string, string>>;

export type AskOptions = {
  readonly method?: string;
  readonly headers?: Headers;
  readonly body?: string;
};

export type Ask = (path: string, options?: AskOptions) => Promise<Reply>;

export function traderOf(ask: Ask, token: string, userId: string): Trader {
  const own = { authorization: token, lang: "en" };
  return {
    token,
    userId,
    get: (path, fields = {}, headers = {}) =>
      ask(withQuery(path, fields), { headers: { ...own, ...headers } }),
    post: (path, fields = {}, headers = {}) =>
      ask(path, {
        method: "POST",
        headers: { "content-type": "application/json", ...own, ...headers },
        body: JSON.stringify(texts(fields)),
      }),
  };
}

export function withQuery(path: string, fields: Fields): string {
  const query = new URLSearchParams(texts(fields)).toString();
  return query === "" ? path : `${path}?${query}`;
}

function texts(fields: Fields): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}

/** A connection of its own per request, so that a race is one. */
export function askAt(port: number, path: string, options: AskOptions = {}): Promise<Reply> {
  const { method = "GET", headers = {}, body } = options;
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ port, path, method, headers: { ...headers }, agent: false });
    sent.on("error", reject);
    sent.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const heard = Buffer.concat(chunks).toString("utf8");
        // Files and streams have none.
        const hasEnvelope = response.headers["content-type"]?.startsWith("application/json");
        const envelope: Envelope =
          heard === "" || !hasEnvelope ? { code: 0, msg: "", data: null } : JSON.parse(heard);
        resolve({ ...envelope, status: response.statusCode ?? 0, body: heard });
      });
    });
    sent.end(body);
  });
}
