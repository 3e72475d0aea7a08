// The platform's own database, for what a journey cannot wait for or cannot read: the minute
// between two codes, and the letters in a picture. Through the socket beside the tables, as their
// owner.
import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { Platform } from "./platform.ts";

async function withDatabase<T>(
  { dataDir }: Platform,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const socket = encodeURIComponent(join(dataDir, "postgres-socket"));
  const client = new pg.Client(`postgresql:///truetick?host=${socket}&user=truetick`);
  await client.connect();
  return await use(client).finally(() => client.end());
}

/** Codes go to one address once a minute, and nobody wants to wait for it. */
export async function forgetAttempts(platform: Platform): Promise<void> {
  await withDatabase(platform, (client) => client.query("delete from attempt_window"));
}

/** Makes these the letters of the picture: a journey cannot read one, and nobody else should. */
export async function drawLetters(
  platform: Platform,
  { pictureId, letters }: { pictureId: string; letters: string },
): Promise<void> {
  const key = Buffer.from(
    (await readFile(join(platform.dataDir, "secrets/code-key"), "utf8")).trim(),
    "hex",
  );
  const hash = createHmac("sha256", key).update(`captcha/${pictureId}/${letters}`).digest();
  await withDatabase(platform, async (client) => {
    const { rowCount } = await client.query("update captcha set answer_hash = $1 where id = $2", [
      hash,
      pictureId,
    ]);
    if (rowCount !== 1) throw new Error(`There is no picture ${pictureId}`);
  });
}

/** The words of an article per language. */
export type NewsWords = Readonly<Record<string, { title: string; summary: string; body: string }>>;

/** Publishes an article now, whatever its words: also those that no editor would be let write. */
export async function publishNews(
  platform: Platform,
  { words, picture = "" }: { words: NewsWords; picture?: string },
): Promise<string> {
  let id = "";
  await withDatabase(platform, async (client) => {
    const { rows } = await client.query(
      `insert into article (kind, category_id, picture, published_at)
       values ('news', 1, $1, clock_timestamp()) returning id`,
      [picture],
    );
    id = String(rows[0].id);
    for (const [language, { title, summary, body }] of Object.entries(words)) {
      await client.query(
        `insert into article_text (article_id, language, title, summary, body)
         values ($1, $2, $3, $4, $5)`,
        [id, language, title, summary, body],
      );
    }
  });
  return id;
}

/** As on a new installation. */
export async function forgetNews(platform: Platform): Promise<void> {
  await withDatabase(platform, (client) => client.query("delete from article where kind = 'news'"));
}

/** Whether anybody whose account lives in that shard has traded. */
export async function hasTraded(platform: Platform, shard: number): Promise<boolean> {
  const { rowCount } = await withDatabase(platform, (client) =>
    client.query("select from fill where shard = $1 limit 1", [shard]),
  );
  return rowCount === 1;
}

/** Halts a market as two people at the desk would; the platform learns it at its next start. */
export async function haltMarket(
  platform: Platform,
  { code, reason }: { code: string; reason: string },
): Promise<void> {
  await withDatabase(platform, (client) =>
    client.query(
      `insert into market_halt (market_id, is_halted, reason, ordered_by)
       select id, true, $2, 'a journey' from market where code = $1`,
      [code, reason],
    ),
  );
}

/** What is added to each side of a market's raw price; the platform learns it at its next start. */
export async function setMarkup(
  platform: Platform,
  { code, points }: { code: string; points: number },
): Promise<void> {
  await withDatabase(platform, (client) =>
    client.query("update market set markup_points = $2 where code = $1", [code, points]),
  );
}
