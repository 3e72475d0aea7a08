// Puts the marks of the notation into a text where the cursor stands: around what is selected, or
// with words of their own to be typed over. Pure.

export type Mark = "heading" | "strong" | "list" | "link";

export type Selected = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
};

/** Whole lines, each with the mark before it; a part of its own between blank lines. */
function asPart({ text, start, end }: Selected, lines: string): Selected {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const lead =
    before === "" || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n";
  const trail =
    after === "" || after.startsWith("\n\n") ? "" : after.startsWith("\n") ? "\n" : "\n\n";
  const from = before.length + lead.length;
  return {
    text: `${before}${lead}${lines}${trail}${after}`,
    start: from,
    end: from + lines.length,
  };
}

function inLine({ text, start, end }: Selected, wrapped: string, words: string): Selected {
  const at = wrapped.indexOf(words);
  return {
    text: `${text.slice(0, start)}${wrapped}${text.slice(end)}`,
    start: start + at,
    end: start + at + words.length,
  };
}

/** `words` stand where nothing is selected. */
export function withMark(selected: Selected, mark: Mark, words: string): Selected {
  const own = selected.text.slice(selected.start, selected.end) || words;
  switch (mark) {
    case "heading":
      return asPart(selected, `## ${own.replaceAll("\n", " ")}`);
    case "list":
      return asPart(
        selected,
        own
          .split("\n")
          .map((line) => `- ${line}`)
          .join("\n"),
      );
    case "strong":
      return inLine(selected, `**${own}**`, own);
    case "link":
      return inLine(selected, `[${own}](https://)`, "https://");
  }
}

/** A picture is a part of its own. */
export function withPicture(selected: Selected, path: string, words: string): Selected {
  return asPart(selected, `![${words}](${path})`);
}
