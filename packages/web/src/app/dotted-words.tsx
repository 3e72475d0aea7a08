// A few short words in one line with dots between them. Each stands apart, so that a code or a
// figure keeps its place where lines run from right to left.

import { Fragment } from "react";

export function DottedWords({ words }: { readonly words: readonly string[] }) {
  return (
    <span>
      {words
        .filter((word) => word !== "")
        .map((word, at) => (
          <Fragment key={word}>
            {at > 0 && " · "}
            <bdi>{word}</bdi>
          </Fragment>
        ))}
    </span>
  );
}
