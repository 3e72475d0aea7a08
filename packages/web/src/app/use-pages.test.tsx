// The next page of a list: a press that brings nothing is told why, and what was read stays.

import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import type { ReadRequest } from "@truetick/contract";
import english from "@truetick/contract/messages/en.json";
import { afterEach, expect, test } from "vitest";
import { showScreen } from "../testing/show-screen.tsx";
import type { Page } from "./page-list.ts";
import { usePages } from "./use-pages.ts";

afterEach(cleanup);

const PATH = "/rows";

const request = (page: number): ReadRequest<Page<{ readonly id: string }>> => ({
  path: PATH,
  query: { page: String(page) },
  // As the test wires it.
  read: (wire) => wire as Page<{ readonly id: string }>,
});

function List() {
  const { list, loadMore } = usePages(request);
  return (
    <button type="button" onClick={loadMore}>
      {list.rows.map(({ id }) => id).join(" ")}
    </button>
  );
}

const FIRST = { rows: [{ id: "3" }, { id: "2" }], total: 3 };
const more = () => act(async () => fireEvent.click(screen.getByRole("button")));

test("a further page that does not come is told, and the rows stay", async () => {
  const { wires, toasts } = await showScreen(<List />, { wires: { [PATH]: FIRST } });
  delete wires[PATH];
  await more();
  expect(toasts()).toEqual([english.shell.failure.unreachable]);
  expect(screen.getByRole("button").textContent).toBe("3 2");
  wires[PATH] = { refused: "TOO_MANY" };
  await more();
  expect(toasts()).toContain("says TOO_MANY");
  wires[PATH] = { rows: [{ id: "1" }], total: 3 };
  await more();
  expect(screen.getByRole("button").textContent).toBe("3 2 1");
});
