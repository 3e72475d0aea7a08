// A form of exactly one file, and everything that only looks like one.

import { describe, expect, it } from "vitest";
import { isRefused } from "../../platform/handler.ts";
import { readMultipart } from "./read-multipart.ts";

const TYPE = "multipart/form-data; boundary=----b0undary";
const HEAD =
  'Content-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png';

function form(content: string | Buffer, { head = HEAD, before = "", after = "\r\n" } = {}): Buffer {
  return Buffer.concat([
    Buffer.from(`${before}------b0undary\r\n${head}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from(`\r\n------b0undary--${after}`),
  ]);
}

function read(bytes: Buffer, type = TYPE): string {
  const found = readMultipart(type, bytes, { field: "file" });
  return isRefused(found) ? found.reason : found.toString("latin1");
}

describe("a form of one file", () => {
  it("is read to the byte, also with line ends and dashes in it", () => {
    expect(read(form("picture"))).toBe("picture");
    expect(read(form("picture", { after: "" }))).toBe("picture");
    expect(read(form(""))).toBe("");
    expect(read(form("a\r\n--b\r\n\r\n----b0undary"))).toBe("a\r\n--b\r\n\r\n----b0undary");
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, at) => at));
    expect(read(form(bytes))).toBe(bytes.toString("latin1"));
  });

  it.each([
    'multipart/form-data; boundary="----b0undary"',
    "multipart/form-data;boundary=----b0undary",
    "Multipart/Form-Data; Boundary=----b0undary",
  ])("is announced as %s", (type) => {
    expect(read(form("picture"), type)).toBe("picture");
  });

  it.each([
    "",
    "image/png",
    "multipart/form-data",
    "multipart/mixed; boundary=----b0undary",
    `multipart/form-data; boundary=${"b".repeat(71)}`,
    "multipart/form-data; boundary=----b0undary; charset=utf-8",
    "multipart/form-data; boundary=a\r\nb",
  ])("is none when announced as %j", (type) => {
    expect(read(form("picture"), type)).toBe("UNSUPPORTED_MEDIA");
  });
});

describe("T34: what is more, less or other than one file", () => {
  const second = `picture\r\n------b0undary\r\n${HEAD}\r\n\r\nsecond`;
  it.each([
    ["two files", form(second)],
    [
      "a file and a field",
      form('x\r\n------b0undary\r\nContent-Disposition: form-data; name="a"\r\n\r\n1'),
    ],
    ["words before", form("picture", { before: "preamble\r\n" })],
    ["words after", form("picture", { after: "\r\nepilogue" })],
    ["no end", form("picture").subarray(0, -6)],
    ["nothing", Buffer.alloc(0)],
    ["another name", form("x", { head: HEAD.replace('"file"', '"image"') })],
    ["no file name", form("x", { head: 'Content-Disposition: form-data; name="file"' })],
    ["no name", form("x", { head: 'Content-Disposition: form-data; filename="a"' })],
    ["no head", form("x", { head: "" })],
    ["a repeated header", form("x", { head: `${HEAD}\r\n${HEAD}` })],
    ["an encoding", form("x", { head: `${HEAD}\r\nContent-Transfer-Encoding: base64` })],
    ["an endless head", form("x", { head: `${HEAD}\r\nX: ${"x".repeat(5_000)}` })],
  ])("%s is refused", (_what, bytes) => {
    expect(read(bytes)).toBe("MALFORMED");
  });
});
