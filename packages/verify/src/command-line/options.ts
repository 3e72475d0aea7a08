// What the command line asks for. Read by verify.ts and witness.ts; knows no file and no network.

export type Asked = {
  readonly files: readonly string[];
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
};

/** Flags stand alone, options have a value; whatever else begins with -- is refused. */
export function readArguments(
  given: readonly string[],
  known: { readonly flags: readonly string[]; readonly options: readonly string[] },
): Asked | { readonly fault: string } {
  const files: string[] = [];
  const flags = new Set<string>();
  const values = new Map<string, string>();
  for (let at = 0; at < given.length; at += 1) {
    const word = given[at] ?? "";
    if (known.flags.includes(word)) flags.add(word);
    else if (known.options.includes(word)) {
      const value = given[at + 1];
      if (value === undefined) return { fault: `${word} needs a value` };
      values.set(word, value);
      at += 1;
    } else if (word.startsWith("--")) return { fault: `${word} is not known` };
    else files.push(word);
  }
  return { files, flags, values };
}
