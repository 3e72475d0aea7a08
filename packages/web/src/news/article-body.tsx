// The parts of an article as elements: every word is text, every link is checked once more here,
// and one that leads away says so to the browser (T33).

import { type ArticlePart, isArticleLink, type Span } from "@truetick/contract";
import { Fragment } from "react";
import { Link } from "../app/link.tsx";
import { safeHostOf } from "../companies/safe-link.ts";
import styles from "./article.module.css";
import { Picture } from "./picture.tsx";

function Words({ span: { text, isStrong, link } }: { readonly span: Span }) {
  if (link !== null && isArticleLink(link)) {
    if (link.startsWith("/")) return <Link to={link}>{text}</Link>;
    if (safeHostOf(link) !== null) {
      return (
        <a href={link} target="_blank" rel="noopener noreferrer">
          {text}
        </a>
      );
    }
  }
  return isStrong ? <strong>{text}</strong> : text;
}

/** Parts and spans never change their places: an article is read, not edited. */
const keyed = <T,>(list: readonly T[]) => list.map((one, place) => ({ one, key: String(place) }));

function Spans({ spans }: { readonly spans: readonly Span[] }) {
  return keyed(spans).map(({ one, key }) => (
    <Fragment key={key}>
      <Words span={one} />
    </Fragment>
  ));
}

function Part({ part }: { readonly part: ArticlePart }) {
  switch (part.kind) {
    case "heading":
      return (
        <h3>
          <Spans spans={part.spans} />
        </h3>
      );
    case "paragraph":
      return (
        <p>
          <Spans spans={part.spans} />
        </p>
      );
    case "list":
      return (
        <ul>
          {keyed(part.rows).map(({ one, key }) => (
            <li key={key}>
              <Spans spans={one} />
            </li>
          ))}
        </ul>
      );
    case "picture":
      return <Picture path={part.path} words={part.words} className={styles.picture} />;
  }
}

export function ArticleBody({ parts }: { readonly parts: readonly ArticlePart[] }) {
  return keyed(parts).map(({ one, key }) => <Part key={key} part={one} />);
}
