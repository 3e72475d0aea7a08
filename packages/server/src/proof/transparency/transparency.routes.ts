// The calls about the public figures: all of them with their queries, the one that the risk warning
// needs, and the rows of each as CSV. The same for everyone; nobody is named.

import type { Language } from "@truetick/contract";
import { figureRowsFromFields } from "@truetick/contract/calls";
import { losingShareToWire, ROWS_PER_FILE, transparencyToWire } from "@truetick/contract/proof";
import { csvLine } from "../../platform/csv.ts";
import { decimalText } from "../../platform/figure-text.ts";
import { answerStream, type Handlers, isRefused } from "../../platform/handler.ts";
import { text } from "../../platform/messages.ts";
import type { FigureBook, RowsFile } from "./figure-book.ts";

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
        clients: Number(cell("clients")),
        isSimulated,
        warning: warningOf(lostPercent, language),
        // Of a number that is not there, nothing needs to be said.
        play: isSimulated && lostPercent !== null ? text(language, "transparency.risk.play") : "",
        more: text(language, "transparency.risk.more"),
      });
    },
    async downloadFigureRows(fields) {
      const { figure, page } = figureRowsFromFields(fields);
      const file = await book.rows(figure, page);
      if (isRefused(file)) return file;
      const part = page === 1 && file.rows.length < ROWS_PER_FILE ? "" : `-${page}`;
      return answerStream({
        type: "text/csv; charset=utf-8",
        fileName: `${figure.replaceAll("_", "-")}${part}.csv`,
        // Its heading is a row too.
        total: file.rows.length + 1,
        rows: linesOf(file),
      });
    },
  };
}

/** The words of the European and British rules; before there is a number of our own, theirs. */
function warningOf(lostPercent: string | null, language: Language): string {
  if (lostPercent === null) return text(language, "transparency.risk.unknown");
  const percent = decimalText(language, lostPercent, { min: 0, max: 1 });
  return text(language, "transparency.risk.warning", { percent });
}

async function* linesOf({ columns, rows }: RowsFile): AsyncGenerator<string> {
  yield csvLine(columns);
  for (const row of rows) yield csvLine(row);
}
