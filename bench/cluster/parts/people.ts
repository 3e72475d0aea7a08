// The traders of a platform, made through its own door: demo accounts, each from an address of its
// own. Some keep positions open, so that every price changes their figures; the others open and
// close as fast as they are answered.

import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { HttpConnection } from "../../orders/parts/http-client.ts";

export type Person = { readonly token: string; readonly address: string };
export type Market = { readonly id: string; readonly leverage: string };

const AT_ONCE = 16;
const NOT_NOW = 503;
const ASK_AGAIN_MS = 200;
const TRIES_MAX = 100;
const HELD_CODES = ["EURUSD", "USDJPY", "GBPUSD"];

/** As a proxy of ours would say it. */
function addressOf(index: number): string {
  return `x-forwarded-for: 198.18.${index >> 8}.${index & 255}\r\n`;
}

export async function makePeople(port: number, count: number): Promise<Person[]> {
  const people: Person[] = [];
  const connections = await openConnections(port, AT_ONCE);
  await Promise.all(
    connections.map(async (connection, first) => {
      for (let index = first; index < count; index += AT_ONCE) {
        const address = addressOf(index);
        const demo = JSON.stringify({ demo_id: randomBytes(16).toString("hex") });
        const data = await ask(connection, "/api/user/createAccountDemoForU", address, demo);
        people.push({ token: String(data.token), address });
      }
      connection.close();
    }),
  );
  return people;
}

export async function findMarkets(port: number): Promise<Market[]> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/api/forex/trade_list`);
  const { data } = (await response.json()) as {
    data: { Id: string; Code: string; HasForexMultiple: { Value: number }[] }[];
  };
  return HELD_CODES.map((code) => {
    const found = data.find(({ Code }) => Code === code);
    if (!found) throw new Error(`${code} is traded`);
    const leverage = String(Math.max(...found.HasForexMultiple.map(({ Value }) => Value)));
    return { id: found.Id, leverage };
  });
}

/** A position in each of the markets, left open. */
export async function openPositions(
  port: number,
  people: readonly Person[],
  markets: readonly Market[],
): Promise<void> {
  const connections = await openConnections(port, AT_ONCE);
  await Promise.all(
    connections.map(async (connection, first) => {
      for (let index = first; index < people.length; index += AT_ONCE) {
        const person = people[index];
        if (!person) continue;
        for (const market of markets) {
          await submit(connection, person, market, `held-${index}-${market.id}`);
        }
      }
      connection.close();
    }),
  );
}

export async function openConnections(port: number, count: number): Promise<HttpConnection[]> {
  return Promise.all(Array.from({ length: count }, () => HttpConnection.open(port)));
}

export async function submit(
  connection: HttpConnection,
  person: Person,
  { id, leverage }: Market,
  key: string,
): Promise<string> {
  const order = { type: "1", cont: "0.01", forex_id: id, status: "1", multiple: leverage };
  const headers = headersOf(person, key);
  const data = await ask(connection, "/v1/api/forex/submit", headers, JSON.stringify(order));
  return String(data.Id);
}

export async function close(
  connection: HttpConnection,
  person: Person,
  orderId: string,
  key: string,
): Promise<void> {
  const body = JSON.stringify({ id: orderId });
  await ask(connection, "/v1/api/forex/close", headersOf(person, key), body);
}

function headersOf({ token, address }: Person, key: string): string {
  return `authorization: ${token}\r\nidempotency-key: ${key}\r\n${address}`;
}

async function ask(
  connection: HttpConnection,
  path: string,
  headers: string,
  body: string,
): Promise<{ readonly token?: string; readonly Id?: string }> {
  for (let tries = 1; ; tries += 1) {
    const { status, body: text } = await connection.post(path, headers, body);
    const { code, data } = JSON.parse(text || "{}");
    if (status === 200 && code === 1) return data;
    // A shard that changes hands on a crowded machine: asked again under the same key.
    if (status !== NOT_NOW || tries === TRIES_MAX) {
      throw new Error(`${path} was refused: ${status} ${text}`);
    }
    await sleep(ASK_AGAIN_MS);
  }
}
