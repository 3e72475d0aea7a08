// Numbers as every language of the app writes them: what is written down equals what the
// browser's own formatter would write.
// @vitest-environment node

import { LANGUAGES } from "@truetick/contract";
import { createNotation, writeDecimal } from "@truetick/ui";
import { expect, test } from "vitest";

const DIGITS_MAX = 15;
const wholes = Array.from({ length: DIGITS_MAX }, (_, at) => "123456789012345".slice(0, at + 1));

test.each(LANGUAGES.map(({ tag }) => tag))(
  "%s groups digits and begins decimals as it should",
  (tag) => {
    const notation = createNotation(tag);
    const format = new Intl.NumberFormat(notation.tag, { minimumFractionDigits: 1 });
    for (const whole of wholes) {
      expect(writeDecimal(`${whole}.5`, notation)).toBe(format.format(Number(`${whole}.5`)));
    }
  },
);
