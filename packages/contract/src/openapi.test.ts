// The OpenAPI document is sound in itself and says exactly what the calls declare.

import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type Call, call, reasonsOf } from "./call.ts";
import { CALLS } from "./calls.ts";
import { describeCalls } from "./openapi.ts";
import { REASONS } from "./reason.ts";

const write = call({
  method: "GET",
  path: "/v1/api/test/move",
  effect: "write",
  audience: "trader",
  summary: "Moves a piece.",
  input: z.object({ id: z.string().max(20), memo: z.string().optional() }),
  output: z.object({ moved: z.boolean() }),
  reasons: ["MARKET_UNKNOWN"],
});
const calls: Record<string, Call> = { ...CALLS, write };
const document = describeCalls({ calls, version: "1.2.3" });

const Operation = z.object({
  operationId: z.string(),
  summary: z.string().min(1),
  "x-audience": z.string(),
  "x-effect": z.enum(["read", "write"]),
  "x-reasons": z.array(z.enum(Object.keys(REASONS))),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  parameters: z.array(
    z.union([
      z.object({ $ref: z.string() }),
      z.object({
        name: z.string(),
        in: z.enum(["query", "header"]),
        required: z.boolean(),
        schema: z.looseObject({}),
      }),
    ]),
  ),
  requestBody: z
    .object({
      required: z.boolean(),
      content: z.record(z.string(), z.object({ schema: z.looseObject({ type: z.string() }) })),
    })
    .optional(),
  responses: z.record(
    z.string().regex(/^[2-5]\d\d$/),
    z.object({
      description: z.string().min(1),
      content: z.object({ "application/json": z.object({ schema: z.looseObject({}) }) }),
    }),
  ),
});

/** Every `$ref` anywhere in the document. */
function references(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === "$ref" && typeof value === "string" ? [value] : references(value),
  );
}

function resolve(reference: string): unknown {
  return reference
    .replace(/^#\//, "")
    .split("/")
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document);
}

describe("the OpenAPI document", () => {
  it("has the shape of OpenAPI 3.1, and only references that lead somewhere", () => {
    expect(document.openapi).toBe("3.1.0");
    expect(document.info).toMatchObject({ title: "Truetick", version: "1.2.3" });
    for (const operations of Object.values(document.paths)) {
      for (const operation of Object.values(operations)) {
        expect(() => z.strictObject(Operation.shape).parse(operation)).not.toThrow();
      }
    }
    for (const reference of references(document)) expect(resolve(reference)).toBeTypeOf("object");
    expect(references(document).length).toBeGreaterThan(0);
  });

  it("names every operation once", () => {
    const ids = Object.values(document.paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("describes every call with its audience, effect, fields and refusals", () => {
    for (const [name, declared] of Object.entries(calls)) {
      const operation = document.paths[declared.path]?.[declared.method.toLowerCase()];
      expect(operation).toMatchObject({
        operationId: name,
        "x-audience": declared.audience,
        "x-effect": declared.effect,
        "x-reasons": reasonsOf(declared),
      });
      const fields = Object.keys(declared.input.shape);
      const text = JSON.stringify(operation);
      for (const field of fields) expect(text).toContain(`"${field}"`);
      for (const reason of declared.reasons) expect(text).toContain(reason);
    }
  });

  it("gives a GET that writes its POST twin, and wants a token where a session is needed", () => {
    const { get, post } = document.paths[write.path] ?? {};
    expect(get).toMatchObject({ operationId: "write", security: [{ token: [] }] });
    expect(get?.requestBody).toBeUndefined();
    const body = { properties: { id: { type: "string", maxLength: 20 } }, required: ["id"] };
    expect(post).toMatchObject({
      operationId: "writeByPost",
      requestBody: {
        required: true,
        content: {
          "application/json": { schema: body },
          "application/x-www-form-urlencoded": { schema: body },
        },
      },
    });
    expect(post?.["x-reasons"]).toContain("CROSS_SITE");
    const reads = document.paths[CALLS.listMarkets.path];
    expect(Object.keys(reads ?? {})).toEqual(["get"]);
    expect(reads?.get?.security).toBeUndefined();
  });

  it("tells of a read and a change that share a path", () => {
    const operations = document.paths["/v1/api/main/limit"] ?? {};
    expect(Object.keys(operations).sort()).toEqual(["get", "post"]);
    expect(operations.get).toMatchObject({ operationId: "getLimits", "x-effect": "read" });
    expect(operations.post).toMatchObject({ operationId: "setLimits", "x-effect": "write" });
  });
});
