// Members who are known: pictures uploaded, identities handed in and certified by the calls that
// people use. For tests of what only certified members may do. Where nobody looks at a picture it
// is a row without a file: encoding one takes a process and its time.

import { randomBytes } from "node:crypto";
import { ask } from "../../gateway/testing/open-gateway.ts";
import { drawPicture } from "../../platform/uploads/testing/pictures.ts";
import type { Operator, Reply, Trader, TradingFloor } from "../../testing/trading-floor.ts";

const BOUNDARY = "the-boundary-of-a-test";

/** What a browser sends for a form of one file. */
function formOf(bytes: Buffer, fileName = "picture.jpg"): Buffer {
  const head =
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\n` +
    "Content-Type: image/jpeg\r\n\r\n";
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}

export async function postPicture(
  floor: TradingFloor,
  trader: Pick<Trader, "token">,
  { bytes, fileName }: { readonly bytes: Buffer; readonly fileName?: string },
): Promise<Reply> {
  const body = formOf(bytes, fileName);
  const heard = await ask(floor.gateway(), "/api/common/image_upload", {
    method: "POST",
    headers: {
      authorization: trader.token,
      lang: "en",
      "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
      "content-length": String(body.length),
    },
    body,
  });
  return { ...JSON.parse(heard.body), status: heard.status, body: heard.body };
}

/** Answers the picture's address. No two of these are alike. */
export async function uploadPicture(
  floor: TradingFloor,
  trader: Pick<Trader, "token">,
): Promise<string> {
  const bytes = await drawPicture("png", { seed: 1 + randomBytes(2).readUInt16BE() });
  const { data, body } = await postPicture(floor, trader, { bytes });
  if (typeof data?.url !== "string") throw new Error(`Invariant: it is taken, not ${body}`);
  return data.url;
}

/** The address of a picture that nobody will look at. */
export async function placePicture(floor: TradingFloor, { userId }: Trader): Promise<string> {
  const id = randomBytes(16).toString("base64url");
  await floor.test.database
    .insertInto("upload")
    .values({
      id,
      user_id: BigInt(userId),
      created_at: new Date(floor.clock.now()),
      bytes: 1_000,
      width: 100,
      height: 100,
      pixel_hash: randomBytes(32),
      likeness: "01".repeat(32),
    })
    .execute();
  return `/files/${id}`;
}

export async function handIn(
  floor: TradingFloor,
  trader: Trader,
  own: { readonly name?: string; readonly cardId?: string; readonly pictures?: string[] } = {},
): Promise<Reply> {
  const [front, back] = own.pictures ?? [];
  const front_pic = front ?? (await placePicture(floor, trader));
  const reverse_pic = back ?? (await placePicture(floor, trader));
  return await trader.post("/api/user_real/real_name", {
    name: own.name ?? "Chan Tai Man",
    card_id: own.cardId ?? `A${randomBytes(5).readUIntBE(0, 5)}(7)`,
    front_pic,
    reverse_pic,
  });
}

/** The newest case of theirs, by the queue that the desk sees. */
export async function caseOf(operator: Operator, trader: Trader): Promise<string> {
  let cursor = "";
  do {
    const { data } = await operator.get("/v1/api/desk/identity/list", { cursor });
    const found = data.data.find(({ user_id }: { user_id: string }) => user_id === trader.userId);
    if (found) return found.id;
    cursor = data.next;
  } while (cursor !== "");
  throw new Error("Invariant: the case waits");
}

/** Answers the case that was approved. */
export async function certify(
  floor: TradingFloor,
  trader: Trader,
  own: { readonly name?: string } = {},
): Promise<string> {
  await handIn(floor, trader, own);
  const operator = await floor.openStaff(["compliance"]);
  const id = await caseOf(operator, trader);
  await operator.get("/v1/api/desk/identity/show", { id });
  const { code, body } = await operator.post("/v1/api/desk/identity/approve", { id });
  if (code !== 1) throw new Error(`Invariant: it is approved, not ${body}`);
  return id;
}
