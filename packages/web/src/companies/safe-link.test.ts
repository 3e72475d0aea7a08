// T26, T27: nobody is sent to a place that is not plainly named.

import { expect, test } from "vitest";
import { safeHostOf } from "./safe-link.ts";

test.each([
  ["https://status.example.com/closed?x=1", "status.example.com"],
  ["https://help.example.com:8443/", "help.example.com:8443"],
])("T26 %s names its host", (link, host) => {
  expect(safeHostOf(link)).toBe(host);
});

test.each([
  "",
  "http://status.example.com/",
  "javascript:alert(1)",
  "java\tscript:alert(1)",
  "data:text/html,x",
  "//evil.example",
  "/\\evil.example",
  "https:\\\\evil.example",
  "https://good.example.com@evil.example/",
  "https://user:pass@evil.example/",
  "https://good.example.com\\@evil.example/",
  "https://ev il.example/",
  "https://evil.example/\n",
  " https://evil.example/",
  "https://evil",
  "https://",
  "blob:https://evil.example/x",
])("T27 %j is not followed", (link) => {
  expect(safeHostOf(link)).toBeNull();
});
