// Cuts a stream of text into lines, however it arrives: byte by byte, or many lines at once. What
// follows the last line break waits; whoever loses the stream throws the splitter away, and the
// half line with it.

export type LineSplitter = {
  /** False: the line has no end in sight, and nothing more should be read from this stream. */
  readonly push: (text: string) => boolean;
  /** The line that was never ended; empty when the last one was. */
  readonly rest: () => string;
};

/** A price with ten steps of depth has about a thousand. */
const LINE_CHARS_MAX = 65_536;

export function createLineSplitter(onLine: (line: string) => void): LineSplitter {
  let rest = "";
  return {
    push(text) {
      let from = 0;
      for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
        const line = rest + text.slice(from, end);
        rest = "";
        from = end + 1;
        onLine(line.endsWith("\r") ? line.slice(0, -1) : line);
      }
      rest += text.slice(from);
      return rest.length <= LINE_CHARS_MAX;
    },
    rest: () => rest,
  };
}
