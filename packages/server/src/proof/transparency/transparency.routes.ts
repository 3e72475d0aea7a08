// The calls about the public figures: all of them with their queries, the one that the risk warning
// needs, and the rows of each as CSV. The same for everyone; nobody is named.

import type { Language } from "@truetick/contract";
import { figureRowsFromFields } from "@truetick/contract/calls";
import {
  type FigureReading,
  losingShareToWire,
  ROWS_PER_FILE,
  transparencyToWire,
} from "@truetick/contract/proof";
import { decimalText } from "../../platform/figure-text.ts";
import { answerStream, type Handlers, isRefused } from "../../platform/handler.ts";
import { text } from "../../platform/messages.ts";
import type { FigureBook } from "./figure-book.ts";
import { windowOfReading } from "./read-figure.ts";

export function createTransparencyHandlers({
  book,
  isSimulated,
}: {
  readonly book: FigureBook;
  readonly isSimulated: boolean;
}): Handlers<"getTransparency" | "getLosingShare" | "downloadFigureRows"> {
  return {
    async getTransparency() {
      return transparencyToWire({ figures: await book.all(), isSimulated });
    },
    async getLosingShare(_fields, { language }) {
      const { columns, cells } = await book.one("losing_year");
      const cell = (name: string) => cells[0]?.[columns.indexOf(name)] ?? "";
      const lostPercent = cell("lost_percent") || null;
      return losingShareToWire({
        lostPercent,
        clients: cell("clients") === "" ? null : Number(cell("clients")),
        isSimulated,
        warning: warningOf(lostPercent, language),
        // Of a number that is not there, nothing needs to be said.
        play: isSimulated && lostPercent !== null ? text(language, "transparency.risk.play") : "",
        more: text(language, "transparency.risk.more"),
      });
    },
    async downloadFigureRows(fields, { address }) {
      const { figure, page } = figureRowsFromFields(fields);
      const file = await book.rows(figure, { page, address });
      if (isRefused(file)) return file;
      const { reading, lineCount, lines } = file;
      // The heading comes on top of the rows.
      const part = page === 1 && lineCount <= ROWS_PER_FILE ? "" : `-${page}`;
      return answerStream({
        type: "text/csv; charset=utf-8",
        fileName: `${figure.replaceAll("_", "-")}-${windowName(reading)}${part}.csv`,
        total: lineCount,
        rows: lines,
      });
    },
  };
}

/** The two moments between which the rows are, as in "20260105T000000Z-20260204T093015Z". */
function windowName(reading: FigureReading): string {
  const { fromMs, toMs } = windowOfReading(reading);
  const name = (ms: number) => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, "");
  return `${name(fromMs)}-${name(toMs)}`;
}

/** The words of the European and British rules; before there is a number of our own, theirs. */
function warningOf(lostPercent: string | null, language: Language): string {
  if (lostPercent === null) return text(language, "transparency.risk.unknown");
  const percent = decimalText(language, lostPercent, { min: 0, max: 1 });
  return text(language, "transparency.risk.warning", { percent });
}
