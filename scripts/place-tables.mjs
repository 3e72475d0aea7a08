// @ts-check
// Puts tables into a page, each between the two comments that name it. A name that the page does
// not have, or a place that no table fills, is an error: nothing may go stale unseen.

const PLACE = /<!-- table: (\w+) -->\n[\s\S]*?<!-- end -->/g;

/** @param {string} page @param {readonly { readonly name: string, readonly text: string }[]} all */
export function placeTables(page, all) {
  const left = new Map(all.map(({ name, text }) => [name, text]));
  const placed = page.replace(PLACE, (_, /** @type {string} */ name) => {
    const text = left.get(name);
    if (text === undefined) throw new Error(`no table is called ${name}`);
    left.delete(name);
    return `<!-- table: ${name} -->\n${text}\n<!-- end -->`;
  });
  if (left.size > 0) throw new Error(`the page has no place for ${[...left.keys()].join(", ")}`);
  return placed;
}
