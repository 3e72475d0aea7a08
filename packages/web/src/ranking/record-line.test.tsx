// A record is drawn once there is a full day of it.

import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { RecordLine } from "./record-line.tsx";

afterEach(cleanup);

function pathsOf(curve: readonly string[]): number {
  render(<RecordLine curve={curve} width={92} height={32} />);
  return [...document.querySelectorAll("path")].filter((path) => path.getAttribute("d")).length;
}

test("a beginning and a moment are no course; with a day between them they are", () => {
  const without = pathsOf(["0", "-0.0017"]);
  cleanup();
  expect(pathsOf(["0", "0.0021", "-0.0017"])).toBeGreaterThan(without);
});
