// What went wrong is told once, in the right words: the server's own for a refusal, the code of a
// line that is down, nothing for what was given up or is told elsewhere (spec §8).

import { cleanup } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Failure } from "../api/server.ts";
import { showScreen } from "../testing/show-screen.tsx";
import { useFailureCode, useTellFailure } from "./use-failure.ts";

afterEach(cleanup);

const refused = (reason: "LOTS_BELOW_MINIMUM" | "SESSION_EXPIRED"): Failure => ({
  kind: "refused",
  code: "2103",
  reason,
  numbers: {},
  text: "At least 0.01 lots.",
});

async function tellOf(failure: Failure) {
  let code: string | undefined;
  function Teller() {
    const tell = useTellFailure();
    const codeOf = useFailureCode();
    code = codeOf(failure);
    return (
      <button type="button" onClick={() => tell(failure)}>
        tell
      </button>
    );
  }
  const { toasts } = await showScreen(<Teller />);
  document.querySelector("button")?.click();
  return { told: toasts(), code };
}

test("a response code other than 1 is a toast with the server's message", async () => {
  expect((await tellOf(refused("LOTS_BELOW_MINIMUM"))).told).toEqual(["At least 0.01 lots."]);
});

test("a network error is a toast with its code", async () => {
  const { told, code } = await tellOf({ kind: "unreachable", code: "TIMEOUT" });
  expect(told).toHaveLength(1);
  expect(code).toBe("Code TIMEOUT");
});

test("a cancelled request is told to nobody, and an ended session not twice", async () => {
  expect((await tellOf({ kind: "cancelled" })).told).toEqual([]);
  expect((await tellOf(refused("SESSION_EXPIRED"))).told).toEqual([]);
});
