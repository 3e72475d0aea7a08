// A step of the build: asks browsers to compile the files of a screen whole, beside the page, while
// they arrive. Else every function is compiled when it is first called, by the thread that answers
// fingers: half of what making the chart takes on a phone. Browsers that do not know the hint read
// a comment. The two files that everything begins with go without: the page would wait for them.

import type { Plugin } from "vite";

const HINT = "//# allFunctionsCalledOnLoad\n";
/** Most of what is in them runs before the first tap. */
const FIRST = new Set(["markets", "screens", "dealing", "trade.screen"]);
const CHART = /\/(?:klinecharts|web\/src\/chart)\//;

export function compileAhead(): Plugin {
  return {
    name: "truetick-compile-ahead",
    apply: "build",
    generateBundle: {
      // After the build has written its own first lines.
      order: "post",
      handler(_options, bundle) {
        const hinted = Object.values(bundle).filter((file) => {
          if (file.type !== "chunk") return false;
          return FIRST.has(file.name) || file.moduleIds.some((id) => CHART.test(id));
        });
        for (const file of hinted) if (file.type === "chunk") file.code = HINT + file.code;
      },
    },
  };
}
