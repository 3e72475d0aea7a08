// T26, T27: only https addresses on a named host are links; nothing that a browser reads otherwise.

import { expect, it } from "vitest";
import { isAllowedLink } from "./allowed-link.ts";

const HOSTS = ["help.example.com", "example.org:8443"];

it.each([
  "https://help.example.com/",
  "https://help.example.com/a?b=c#d",
  "https://example.org:8443/",
])("takes %s", (link) => {
  expect(isAllowedLink(link, HOSTS)).toBe(true);
});

it.each([
  "",
  "http://help.example.com/",
  "//help.example.com/",
  "/login",
  "https:help.example.com",
  "https:///help.example.com",
  "https:/\\help.example.com",
  "https://help.example.com@evil.test/",
  "https://evil.test/https://help.example.com/",
  "https://help.example.com.evil.test/",
  "https://evil.test#help.example.com",
  "https://evil.test\\@help.example.com/",
  "https://me@help.example.com/",
  "https://me:secret@help.example.com/",
  "https://help.example.com:444/",
  "https://sub.help.example.com/",
  "https://help.example.com\n.evil.test/",
  "https://help.example.com\t/",
  " https://help.example.com/",
  "java\nscript:alert(1)",
  "javascript:alert(1)",
  "javascript://help.example.com/%0aalert(1)",
  "data:text/html,x",
  "blob:https://help.example.com/x",
  "HTTPS://evil.test/",
  "https://ｈelp.evil.test/",
  "https://[::1]/",
  `https://help.example.com/${"x".repeat(300)}`,
])("refuses %j", (link) => {
  expect(isAllowedLink(link, HOSTS)).toBe(false);
});
