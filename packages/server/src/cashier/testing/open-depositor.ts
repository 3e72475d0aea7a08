// The short ways of tests through a deposit: what was sent, the picture of it, and the people who
// look for the money.

import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { postPicture } from "../../members/testing/certify-member.ts";
import { drawPicture } from "../../platform/uploads/testing/pictures.ts";
import type { Operator, Reply, Trader, TradingFloor } from "../../testing/trading-floor.ts";

/** As a chain or a bank would name a payment. */
export const newReference = (): string => randomBytes(16).toString("hex");

type Offered = {
  id: string;
  currency_code: string;
  protocol_code: string;
  address: string;
  fingerprint: string;
};

export async function networkOf(
  trader: Trader,
  code = "USDT",
  protocol = "TRC20",
): Promise<Offered> {
  const { data } = await trader.get("/api/quickCharge/info");
  const offered: Offered[] = data.data;
  const found = offered.find(
    ({ currency_code, protocol_code }) => currency_code === code && protocol_code === protocol,
  );
  if (!found) throw new Error(`Invariant: ${code} is taken on ${protocol}`);
  return found;
}

/** USDT on Tron; the answer's data is the deposit. */
export async function submitCoin(
  trader: Trader,
  number: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const { id } = await networkOf(trader);
  return await trader.post("/api/quickCharge/submit", { charge_id: id, number, ...more });
}

/** With a picture of the seed's: the same seed is the same picture. */
export async function submitWire(
  floor: TradingFloor,
  trader: Trader,
  wire: {
    readonly number: string;
    readonly currency?: string;
    readonly seed?: number;
    readonly bytes?: Buffer;
  },
): Promise<Reply> {
  const { number, currency = "USD", seed = 1 + randomBytes(2).readUInt16BE() } = wire;
  const bytes = wire.bytes ?? (await drawPicture("png", { seed }));
  const { data: picture } = await postPicture(floor, trader, { bytes });
  const { data } = await trader.get("/api/quickCharge/wire_info", { bank_coin: currency });
  return await trader.post("/api/quickCharge/wire_submit", {
    wire_id: data.data[0].id,
    number,
    proofImg: picture.url,
  });
}

/**
 * The same picture once more, as if this member had uploaded it: what the newest wire came with.
 * Every real upload is decoded by a process of its own, which takes its time.
 */
export async function submitCopy(
  floor: TradingFloor,
  trader: Trader,
  copied: { readonly number: string; readonly of: string },
): Promise<Reply> {
  const id = randomBytes(16).toString("base64url");
  await sql`
    insert into upload (id, user_id, created_at, bytes, width, height, pixel_hash, likeness)
    select ${id}, ${trader.userId}::bigint, u.created_at, u.bytes, u.width, u.height,
      u.pixel_hash, u.likeness
    from upload u join deposit d on d.proof_id = u.id
    where d.id = ${copied.of}::bigint`.execute(floor.test.database);
  const { data } = await trader.get("/api/quickCharge/wire_info", { bank_coin: "USD" });
  return await trader.post("/api/quickCharge/wire_submit", {
    wire_id: data.data[0].id,
    number: copied.number,
    proofImg: `/files/${id}`,
  });
}

/** The case as the desk sees it. */
export async function showDeposit(operator: Operator, id: string) {
  return (await operator.get("/v1/api/desk/deposit/show", { id })).data;
}

/** Looks, then agrees on what was seen. */
export async function approveDeposit(
  operator: Operator,
  id: string,
  reference = "",
): Promise<Reply> {
  const { hash } = await showDeposit(operator, id);
  return await operator.post("/v1/api/desk/deposit/approve", { id, hash, reference });
}

export async function cashOf(trader: Trader): Promise<string> {
  return (await trader.get("/v1/api/main/account/forexDetail")).data.Cash;
}

export async function statusOf(trader: Trader, id: string): Promise<number> {
  return (await trader.get("/v1/api/main/deposit/show", { id })).data.status;
}
