// A list that is pulled down far enough from its very top asks again; a shorter pull, or one from
// further down, does not.

import { act, cleanup, fireEvent, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { PullScroller } from "./pull-scroller.tsx";

afterEach(cleanup);

async function pull(list: Element, distancePx: number): Promise<void> {
  fireEvent.touchStart(list, { touches: [{ clientY: 100 }] });
  fireEvent.touchMove(list, { touches: [{ clientY: 100 + distancePx }] });
  await act(async () => fireEvent.touchEnd(list, { touches: [] }));
}

test("pull to refresh: far enough, and only from the top", async () => {
  let asked = 0;
  render(
    <PullScroller
      name="rows"
      refresh={async () => {
        asked += 1;
      }}
    >
      rows
    </PullScroller>,
  );
  const list = document.querySelector('[data-scroller="rows"]');
  if (!list) throw new Error("no list");
  await pull(list, 60);
  expect(asked).toBe(0);
  await pull(list, 200);
  expect(asked).toBe(1);
  list.scrollTop = 40;
  await pull(list, 200);
  expect(asked).toBe(1);
});
