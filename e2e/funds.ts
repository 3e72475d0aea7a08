// Members of a journey who have an identity and money before it begins, by the same calls that the
// apps make: documents handed in and certified, a deposit reported and credited.
import { createRequire } from "node:module";
import { join } from "node:path";
import { OPERATORS, staffCalls } from "./operators.ts";
import { logInElsewhere, type Member, makeMember, post } from "./people.ts";
import type { Platform } from "./platform.ts";

const fromServer = createRequire(join(import.meta.dirname, "../packages/server/package.json"));

/** A picture with words on it, as a camera would send it. */
export async function drawPicture(words: string): Promise<Buffer> {
  const sharp = fromServer("sharp");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="500">
    <rect width="100%" height="100%" fill="#dfe6ea"/>
    <rect x="40" y="60" width="220" height="280" fill="#${colourOf(words)}"/>
    <text x="300" y="140" font-size="44" fill="#123">${words}</text></svg>`;
  return await sharp(Buffer.from(svg)).jpeg().toBuffer();
}

/** Pictures of different words are different pictures. */
function colourOf(words: string): string {
  let sum = 7;
  for (const letter of words) sum = (sum * 31 + letter.charCodeAt(0)) % 0xffffff;
  return sum.toString(16).padStart(6, "0");
}

export async function upload(platform: Platform, token: string, words: string): Promise<string> {
  const form = new FormData();
  const picture = new Blob([new Uint8Array(await drawPicture(words))], { type: "image/jpeg" });
  form.append("file", picture, "picture.jpg");
  const response = await fetch(`${platform.origin}/api/common/image_upload`, {
    method: "POST",
    headers: { lang: "en", authorization: token },
    body: form,
  });
  const { code, msg, data } = await response.json();
  if (code !== 1) throw new Error(`The upload was refused: ${code} ${msg}`);
  return data.url;
}

/** A member who may withdraw, with that many USD. */
export async function makeFundedMember(
  platform: Platform,
  { name, usd }: { readonly name: string; readonly usd: string },
): Promise<Member> {
  const member = await makeMember(platform, name);
  const token = await logInElsewhere(platform, member);
  const cardId = `T${process.pid}${Date.now() % 1_000_000}`;
  await post(platform, {
    path: "/api/user_real/real_name",
    token,
    fields: {
      name: "Mara Example",
      card_id: cardId,
      front_pic: await upload(platform, token, `front ${cardId}`),
      reverse_pic: await upload(platform, token, `back ${cardId}`),
    },
  });
  const info = await fetch(`${platform.origin}/api/quickCharge/info`, {
    headers: { lang: "en", authorization: token },
  });
  const [network] = (await info.json()).data.data;
  const deposit = await post(platform, {
    path: "/api/quickCharge/submit",
    token,
    fields: { number: usd, charge_id: network.id, address: network.address },
  });
  const staff = await staffCalls(platform, OPERATORS[0]);
  const waiting = (await staff.get("identity/list?status=waiting")).data as { id: string }[];
  for (const { id } of waiting) {
    await staff.get(`identity/show?id=${id}`);
    await staff.post("identity/approve", { id });
  }
  const id = String(deposit.id);
  const { hash } = await staff.get(`deposit/show?id=${id}`);
  await staff.post("deposit/approve", { id, hash: String(hash), reference: `e2e-${cardId}` });
  return member;
}
