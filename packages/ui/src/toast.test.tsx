// A toast carries words of the server's, which may be one long word: it breaks them (spec §9), and
// shows markup as text.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ToastStack } from "./toast.tsx";

afterEach(cleanup);

test("toast text breaks words, and is only ever text", () => {
  const title = `<b>${"x".repeat(200)}</b>`;
  render(
    <ToastStack
      toasts={[{ id: 1, tone: "failed", title }]}
      dismissLabel="Dismiss"
      onDismiss={() => undefined}
    />,
  );
  expect(screen.getByText(title)).toBeTruthy();
  const sheet = readFileSync(join(import.meta.dirname, "toast.module.css"), "utf8");
  expect(sheet).toMatch(/\.toast\b[^}]*overflow-wrap:\s*anywhere/);
});
