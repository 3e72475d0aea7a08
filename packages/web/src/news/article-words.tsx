// An article's words in the trader's app: a path of ours is followed inside of the app, one that
// leads away says so to the browser, and both are checked once more here (T33).

import { type ArticlePart, isArticleLink, type LanguageId } from "@truetick/contract";
import { ArticleBody, type RenderLink } from "@truetick/ui/article";
import { Link } from "../app/link.tsx";
import { safeHostOf } from "../companies/safe-link.ts";
import { wordsOf } from "./words-of.ts";

const renderLink: RenderLink = (link, words) => {
  if (!isArticleLink(link)) return null;
  if (link.startsWith("/")) return <Link to={link}>{words}</Link>;
  if (safeHostOf(link) === null) return null;
  return (
    <a href={link} target="_blank" rel="noopener noreferrer">
      {words}
    </a>
  );
};

export function ArticleWords({
  parts,
  language,
  isSmall = false,
}: {
  readonly parts: readonly ArticlePart[];
  /** The one it is written in, which may not be the reader's. */
  readonly language: LanguageId;
  readonly isSmall?: boolean;
}) {
  return (
    <ArticleBody parts={parts} renderLink={renderLink} isSmall={isSmall} {...wordsOf(language)} />
  );
}
