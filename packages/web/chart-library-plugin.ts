// A step of the build: two lines of the chart's library that a page could not afford. It makes a
// formatter of dates with every chart, and the app writes its dates itself (chart-dates.ts): the
// first formatter of a page costs a phone a fifth of a second, so it is made when it is asked for,
// which is never. And it measures all texts on one canvas that is never shown. Browsers keep what a
// canvas measured until it is painted: with a price four times a second that is 17 MB an hour, so
// the canvas is replaced before it has gathered much.

import type { Plugin } from "vite";

const LIBRARY = /\/klinecharts\/dist\/index\.esm\.js$/;
const CHANGES = [
  {
    is: "dateTimeFormat = new Intl.DateTimeFormat('en', options);",
    becomes: `dateTimeFormat = {
  made: null,
  get real() { return (this.made ??= new Intl.DateTimeFormat('en', options)); },
  formatToParts(at) { return this.real.formatToParts(at); },
  resolvedOptions() { return this.real.resolvedOptions(); },
};`,
  },
  {
    is: "    if (!isValid(measureCtx)) {",
    becomes: `    calcTextWidth.measured = (calcTextWidth.measured ?? 0) + 1;
    if (!isValid(measureCtx) || calcTextWidth.measured % 1000 === 0) {`,
  },
] as const;

export function chartLibrary(): Plugin {
  return {
    name: "truetick-chart-library",
    apply: "build",
    transform(code, id) {
      if (!LIBRARY.test(id)) return null;
      const changed = CHANGES.reduce((text, { is, becomes }) => {
        if (!text.includes(is))
          throw new Error("Invariant: the chart's library is the one we know");
        return text.replace(is, becomes);
      }, code);
      return { code: changed, map: null };
    },
  };
}
