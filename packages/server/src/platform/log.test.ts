// What may stand in the log: kinds, words and places of errors, never what a user typed.

import { describe, expect, it } from "vitest";
import { createLog } from "./log.ts";

function logged(problem: unknown): { text: string; line: Record<string, unknown> } {
  const lines: string[] = [];
  createLog("info", { write: (line: string) => lines.push(line) }).error(
    { err: problem },
    "failed",
  );
  const text = lines.join("");
  return { text, line: JSON.parse(text) as Record<string, unknown> };
}

describe("log", () => {
  it("writes one JSON object per line, without host or process", () => {
    const { text, line } = logged(new Error("boom"));
    expect(text.endsWith("}\n")).toBe(true);
    expect(Object.keys(line).sort()).toEqual(["err", "level", "msg", "time"]);
    expect(line).toMatchObject({ level: "error", msg: "failed" });
    expect(line.err).toMatchObject({ type: "Error", message: "boom" });
  });

  it("drops the row, the query and the quoted value of a database error", () => {
    const problem = Object.assign(new Error('invalid input syntax for type bigint: "a@b.test"'), {
      code: "22P02",
      constraint: "member_email_key",
      detail: "Key (email)=(a@b.test) already exists.",
      where: "unnamed portal parameter $1 = 'a@b.test'",
      query: "select 'a@b.test'",
      parameters: ["a@b.test"],
    });
    const { text, line } = logged(problem);
    expect(text).not.toContain("a@b.test");
    expect(line.err).toMatchObject({
      message: "invalid input syntax for type bigint",
      code: "22P02",
      constraint: "member_email_key",
    });
  });

  it("follows causes, and says nothing of what is not an error", () => {
    const { line } = logged(new Error("outer", { cause: new Error("inner") }));
    expect(line.err).toMatchObject({ message: "outer", cause: { message: "inner" } });
    expect(logged("a@b.test").text).not.toContain("a@b.test");
  });
});
