// A step of the build: the chart's library makes a formatter of dates with every chart, and the app
// writes its dates itself (chart-dates.ts). The first formatter of a page costs a phone a fifth of
// a second, so the library's is made when it is asked for, which is never.

import type { Plugin } from "vite";

const LIBRARY = /\/klinecharts\/dist\/index\.esm\.js$/;
const MADE = "dateTimeFormat = new Intl.DateTimeFormat('en', options);";
const MADE_LATER = `dateTimeFormat = {
  made: null,
  get real() { return (this.made ??= new Intl.DateTimeFormat('en', options)); },
  formatToParts(at) { return this.real.formatToParts(at); },
  resolvedOptions() { return this.real.resolvedOptions(); },
};`;

export function chartLibrary(): Plugin {
  return {
    name: "truetick-chart-library",
    apply: "build",
    transform(code, id) {
      if (!LIBRARY.test(id)) return null;
      if (!code.includes(MADE))
        throw new Error("Invariant: the chart's library is the one we know");
      return { code: code.replace(MADE, MADE_LATER), map: null };
    },
  };
}
