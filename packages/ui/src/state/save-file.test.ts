// What the browser is given to save stays there until it has.

import { afterEach, expect, test, vi } from "vitest";
import { saveFile } from "./save-file.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a file is not taken away while the browser has yet to open it", () => {
  vi.useFakeTimers();
  const revoke = vi.spyOn(URL, "revokeObjectURL");
  const link = { href: "", download: "", click: vi.fn() };
  vi.stubGlobal("document", { createElement: () => link });
  saveFile(new Blob(["id\r\n"]), "orders.csv");
  expect(link).toMatchObject({ href: expect.stringMatching(/^blob:/), download: "orders.csv" });
  expect(link.click).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(5_000);
  expect(revoke).not.toHaveBeenCalled();
  vi.advanceTimersByTime(25_000);
  expect(revoke).toHaveBeenCalledExactlyOnceWith(link.href);
});
