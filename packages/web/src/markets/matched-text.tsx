// A text with what was searched for marked in it.

import { findMatch } from "./find-match.ts";
import styles from "./matched-text.module.css";

export function MatchedText({ text, search }: { readonly text: string; readonly search: string }) {
  const found = findMatch(text, search);
  if (!found) return text;
  return (
    <>
      {found.before}
      <mark className={styles.match}>{found.match}</mark>
      {found.after}
    </>
  );
}
