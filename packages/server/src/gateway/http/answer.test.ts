// Who is turned away for a while is told for how long, whoever turned them away (T10).

import { languageOf, REASONS } from "@truetick/contract";
import { expect, it } from "vitest";
import { refuse } from "../../platform/handler.ts";
import { refuseWith } from "./answer.ts";

it.each(["TOO_MANY", "BUSY", "UNAVAILABLE"] as const)("%s says when to come back", (reason) => {
  const { status, headers } = refuseWith(languageOf("en"), refuse(reason));
  expect([429, 503]).toContain(status);
  expect(headers[headers.indexOf("Retry-After") + 1]).toBe("1");
});

it("a refusal for good does not", () => {
  const { headers, status } = refuseWith(languageOf("en"), refuse("LOGIN_FAILED"));
  expect(status).toBe(REASONS.LOGIN_FAILED.status);
  expect(headers).not.toContain("Retry-After");
});
