// The parts of an article as elements: every word is text, never HTML of somebody's (T33). Readers
// and editors see an article by this one piece, so that the preview cannot differ from the page.
// How a link is followed is the app's: it checks where it leads once more.

import { Fragment, type ReactNode } from "react";
import styles from "./article.module.css";
import { Picture } from "./picture.tsx";

export type ArticleSpan = {
  readonly text: string;
  readonly isStrong: boolean;
  readonly link: string | null;
};

export type ArticlePiece =
  | { readonly kind: "heading" | "paragraph"; readonly spans: readonly ArticleSpan[] }
  | { readonly kind: "list"; readonly rows: readonly (readonly ArticleSpan[])[] }
  | { readonly kind: "picture"; readonly path: string; readonly words: string };

/** Answers null where it leads nowhere that anybody may be sent to: then it is words. */
export type RenderLink = (link: string, words: string) => ReactNode | null;

/** Parts and spans never change their places: an article is read, not edited. */
const keyed = <T,>(list: readonly T[]) => list.map((one, place) => ({ one, key: String(place) }));

function Words({
  span: { text, isStrong, link },
  renderLink,
}: {
  readonly span: ArticleSpan;
  readonly renderLink: RenderLink;
}) {
  const linked = link === null ? null : renderLink(link, text);
  if (linked !== null) return linked;
  return isStrong ? <strong>{text}</strong> : text;
}

function Spans({
  spans,
  renderLink,
}: {
  readonly spans: readonly ArticleSpan[];
  readonly renderLink: RenderLink;
}) {
  return keyed(spans).map(({ one, key }) => (
    <Fragment key={key}>
      <Words span={one} renderLink={renderLink} />
    </Fragment>
  ));
}

function Piece({
  piece,
  renderLink,
}: {
  readonly piece: ArticlePiece;
  readonly renderLink: RenderLink;
}) {
  switch (piece.kind) {
    case "heading":
      return (
        <h3>
          <Spans spans={piece.spans} renderLink={renderLink} />
        </h3>
      );
    case "paragraph":
      return (
        <p>
          <Spans spans={piece.spans} renderLink={renderLink} />
        </p>
      );
    case "list":
      return (
        <ul>
          {keyed(piece.rows).map(({ one, key }) => (
            <li key={key}>
              <Spans spans={one} renderLink={renderLink} />
            </li>
          ))}
        </ul>
      );
    case "picture":
      return <Picture path={piece.path} words={piece.words} className={styles.picture} />;
  }
}

/** The column of an article's words; its language and direction are the caller's. */
export function ArticleBody({
  parts,
  renderLink,
  isSmall = false,
  ...words
}: {
  readonly parts: readonly ArticlePiece[];
  readonly renderLink: RenderLink;
  /** Among others, as in a list of announcements. */
  readonly isSmall?: boolean;
  readonly lang?: string;
  readonly dir?: "ltr" | "rtl";
}) {
  return (
    <div className={styles.words} data-small={isSmall} {...words}>
      {keyed(parts).map(({ one, key }) => (
        <Piece key={key} piece={one} renderLink={renderLink} />
      ))}
    </div>
  );
}
