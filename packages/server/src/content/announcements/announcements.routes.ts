// The call about announcements: for everybody, newest first, in the reader's language; before them
// where the service is not provided. Invariants: that is said in every language, with the names of
// exactly the countries that the platform restricts; markup stays words (T33).

import { articleOf, articleToHtml, type Language } from "@truetick/contract";
import { announcementPageFromFields, ROWS_PER_PAGE } from "@truetick/contract/calls";
import type { RegionWordsWire } from "@truetick/contract/content";
import { COUNTRIES_MARK } from "@truetick/contract/desk";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Handlers } from "../../platform/handler.ts";
import { text } from "../../platform/messages.ts";
import { momentText } from "../../platform/moment-text.ts";
import { readArticlePage } from "../articles/article-table.ts";
import { nameCountries } from "./name-countries.ts";

type Parts = {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
  /** As ISO 3166 codes. */
  readonly restrictedAreas: () => Promise<readonly string[]>;
};

export function createAnnouncementHandlers(parts: Parts): Handlers<"listAnnouncements"> {
  const { database, clock } = parts;
  return {
    async listAnnouncements(fields, { language }) {
      const now = new Date(clock.now());
      const [found, region] = await Promise.all([
        readArticlePage(database, {
          kind: "announcement",
          language,
          now,
          categoryId: null,
          page: announcementPageFromFields(fields),
          rowsPerPage: ROWS_PER_PAGE,
        }),
        readRegion(parts, language),
      ]);
      const data = found.rows.map((row) => {
        const parted = articleOf(row.body);
        const atMs = row.publishedAt.getTime();
        return {
          id: String(row.id),
          lang: row.language,
          title: row.title,
          created_at: momentText(language, atMs),
          created_at_unix: Math.floor(atMs / 1_000),
          content: articleToHtml(parted),
          parts: parted,
        };
      });
      return { data, total: found.total, region };
    },
  };
}

/** What was written for the reader's language, else our own sentence in it; never another one. */
async function readRegion(
  { database, restrictedAreas }: Parts,
  language: Language,
): Promise<RegionWordsWire | null> {
  const areas = await restrictedAreas();
  if (areas.length === 0) return null;
  const countries = nameCountries(areas, language);
  const written = await database
    .selectFrom("article")
    .innerJoin("article_text", "article_text.article_id", "article.id")
    .select(["article_text.title", "article_text.body"])
    .where("article.kind", "=", "region")
    .where("article_text.language", "=", language.id)
    .executeTakeFirst();
  const body = written
    ? written.body.replaceAll(COUNTRIES_MARK, countries)
    : text(language, "announcement.region", { countries });
  return { lang: language.id, title: written?.title ?? "", parts: articleOf(body) };
}
