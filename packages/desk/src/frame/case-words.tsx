// What was said about a case, a note for each that is not empty.

import { Note } from "@truetick/ui";
import type { ComponentProps } from "react";

type NoteProps = ComponentProps<typeof Note>;

export function CaseWords<Name extends string>({
  words,
  icon,
  toneOf = () => "neutral",
  write,
}: {
  /** In the order in which they are read. */
  readonly words: readonly (readonly [name: Name, text: string])[];
  readonly icon: NoteProps["icon"];
  readonly toneOf?: (name: Name) => NoteProps["tone"];
  readonly write: (name: Name, text: string) => string;
}) {
  return words
    .filter(([, text]) => text !== "")
    .map(([name, text]) => (
      <Note key={name} tone={toneOf(name)} icon={icon}>
        {write(name, text)}
      </Note>
    ));
}
