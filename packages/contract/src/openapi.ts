// The OpenAPI 3.1 document of the platform, generated from the declared calls so that it cannot
// say anything else than what is served. The gateway answers it at /openapi.json. Server side only.

import { z } from "zod";
import { type Call, reasonsOf } from "./call.ts";
import { IMAGE_FIELD } from "./cashier/upload.ts";
import { CODE_OK } from "./envelope.ts";
import { DEFAULT_LANGUAGE, LANGUAGE_IDS } from "./language.ts";
import { REASONS, type Reason } from "./reason.ts";
import { sentKindOf } from "./sent.calls.ts";

/** JSON Schema and OpenAPI objects are open by nature; only this file builds them. */
type Json = { readonly [key: string]: unknown };

export type OpenApiDocument = {
  readonly openapi: "3.1.0";
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: Json;
};

export function describeCalls({
  calls,
  version,
}: {
  calls: Readonly<Record<string, Call>>;
  version: string;
}): OpenApiDocument {
  const paths: Record<string, Record<string, Json>> = {};
  for (const [name, declaration] of Object.entries(calls)) {
    const operations: Record<string, Json> = {};
    operations[declaration.method.toLowerCase()] =
      declaration.method === "GET" ? queried(name, declaration) : posted(name, declaration);
    if (declaration.method === "GET" && declaration.effect === "write") {
      operations.post = posted(`${name}ByPost`, declaration);
    }
    // A read by GET and a change by POST may share a path.
    paths[declaration.path] = { ...paths[declaration.path], ...operations };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Truetick",
      version,
      description:
        "Every answer is {code, msg, data}; code 1 is success, 999 a session that is gone, any " +
        "other a refusal named by `reason`. Handled refusals are HTTP 200. Money and prices are " +
        "decimal strings, times are Unix seconds.",
    },
    paths,
    components: COMPONENTS,
  };
}

function operation(operationId: string, declaration: Call): Json {
  return {
    operationId,
    summary: declaration.summary,
    "x-audience": declaration.audience,
    "x-effect": declaration.effect,
    "x-reasons": reasonsOf(declaration),
    ...(declaration.audience === "visitor" ? {} : { security: [{ token: [] }] }),
    responses: responsesOf(declaration),
  };
}

function queried(operationId: string, declaration: Call): Json {
  const input = inputSchema(declaration);
  return {
    ...operation(operationId, declaration),
    parameters: [
      LANGUAGE_PARAMETER,
      ...(declaration.effect === "write" ? [ATTEMPT_PARAMETER, TIME_PARAMETER] : []),
      ...Object.entries(input.properties).map(([name, schema]) => ({
        name,
        in: "query",
        required: input.required.includes(name),
        schema,
      })),
    ],
  };
}

function posted(operationId: string, declaration: Call): Json {
  const { properties, required } = inputSchema(declaration);
  const schema = { type: "object", properties, required };
  return {
    ...operation(operationId, declaration),
    parameters: [
      LANGUAGE_PARAMETER,
      ...(declaration.effect === "write" ? [ATTEMPT_PARAMETER] : []),
    ],
    requestBody: bodyOf(declaration, schema),
  };
}

function bodyOf({ body }: Call, schema: Json & { required: readonly string[] }): Json {
  if (body === "raw") {
    return { required: true, content: { "application/json": { schema: { type: "string" } } } };
  }
  if (body === "image") {
    const properties = { [IMAGE_FIELD]: { type: "string", format: "binary" } };
    const picture = { type: "object", properties, required: [IMAGE_FIELD] };
    return { required: true, content: { "multipart/form-data": { schema: picture } } };
  }
  return {
    required: schema.required.length > 0,
    content: {
      "application/json": { schema },
      "application/x-www-form-urlencoded": { schema },
    },
  };
}

function inputSchema(declaration: Call): { properties: Json; required: readonly string[] } {
  const schema = z.toJSONSchema(declaration.input, { io: "input" });
  return { properties: schema.properties ?? {}, required: schema.required ?? [] };
}

function responsesOf(declaration: Call): Json {
  const byStatus = new Map<number, Reason[]>();
  for (const reason of reasonsOf(declaration)) {
    const { status } = REASONS[reason];
    byStatus.set(status, [...(byStatus.get(status) ?? []), reason]);
  }
  const handled = byStatus.get(200) ?? [];
  const responses: Record<string, Json> = { "200": successOf(declaration, handled) };
  for (const [status, reasons] of byStatus) {
    if (status !== 200) responses[status] = jsonResponse(reasons.join(", "), refusal(reasons));
  }
  return responses;
}

function successOf({ output: schema }: Call, handled: readonly Reason[]): Json {
  const description = "Success, or a handled refusal";
  if (sentKindOf(schema) !== null) {
    // The bytes themselves; only a refusal is an envelope.
    const bytes = { schema: { type: "string", format: "binary" } };
    const no = { schema: refusal(handled) };
    return { description, content: { "application/json": no, "application/octet-stream": bytes } };
  }
  const { $schema: _dialect, ...output } = z.toJSONSchema(schema, { io: "input" });
  const success = {
    type: "object",
    required: ["code", "msg", "data"],
    properties: { code: { const: CODE_OK }, msg: { type: "string" }, data: output },
  };
  const either = handled.length === 0 ? success : { oneOf: [success, refusal(handled)] };
  return jsonResponse(description, either);
}

function jsonResponse(description: string, schema: Json): Json {
  return { description, content: { "application/json": { schema } } };
}

function refusal(reasons: readonly Reason[]): Json {
  return {
    allOf: [
      { $ref: "#/components/schemas/Refusal" },
      {
        properties: {
          code: { enum: reasons.map((reason) => REASONS[reason].code) },
          reason: { enum: reasons },
        },
      },
    ],
  };
}

const LANGUAGE_PARAMETER = { $ref: "#/components/parameters/lang" };
const ATTEMPT_PARAMETER = { $ref: "#/components/parameters/attempt" };
const TIME_PARAMETER = { $ref: "#/components/parameters/time" };

const COMPONENTS: Json = {
  parameters: {
    lang: {
      name: "lang",
      in: "header",
      required: false,
      description: "Language of `msg` and of names in the answer; unknown ones mean the default.",
      schema: { enum: LANGUAGE_IDS, default: DEFAULT_LANGUAGE },
    },
    attempt: {
      name: "idempotency-key",
      in: "header",
      required: false,
      description:
        "Names this attempt: repeated with the same fields it is carried out once and answered " +
        "the same; with other fields it is refused.",
      schema: { type: "string", minLength: 1, maxLength: 255 },
    },
    time: {
      name: "t",
      in: "query",
      required: false,
      description: "A time stamp. Without a key, the address with it names the attempt.",
      schema: { type: "string" },
    },
  },
  schemas: {
    Refusal: {
      type: "object",
      required: ["code", "msg", "data", "reason"],
      properties: {
        code: { type: "integer" },
        msg: { type: "string", description: "In the reader's language" },
        data: {
          type: ["object", "null"],
          description: "The numbers and names that `msg` speaks of",
        },
        reason: { enum: Object.keys(REASONS) },
      },
    },
  },
  securitySchemes: {
    token: { type: "apiKey", in: "header", name: "authorization" },
  },
};
