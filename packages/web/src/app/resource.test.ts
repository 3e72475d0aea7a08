// What is asked for once: one question for many screens, another after a failure, another in
// another language.
// @vitest-environment node

import { expect, test } from "vitest";
import type { Answer, Reader } from "../api/server.ts";
import { createResource } from "./resource.ts";

function open() {
  const replies: ((answer: Answer<unknown>) => void)[] = [];
  const server: Reader = {
    // Held until the test answers; what it is asked for does not matter here.
    read: <T>() =>
      new Promise<Answer<T>>((resolve) => {
        replies.push((answer) => resolve(answer as Answer<T>));
      }),
  };
  const state = { language: "en" };
  const request = () => ({ path: "/x", query: {}, read: String }) as const;
  const resource = createResource({ server, request, language: () => state.language });
  const reply = async (answer: Answer<unknown>, at = replies.length - 1) => {
    replies[at]?.(answer);
    await new Promise((resume) => setTimeout(resume, 0));
  };
  return { resource, replies, reply, state };
}

const LOST = { isOk: false, failure: { kind: "unreachable", code: "NETWORK" } } as const;

test("many who need it ask once", async () => {
  const { resource, replies, reply } = open();
  resource.load();
  resource.load();
  expect(resource.get()).toEqual({ phase: "loading" });
  await reply({ isOk: true, value: "known" });
  resource.load();
  expect(replies).toHaveLength(1);
  expect(resource.get()).toEqual({ phase: "ready", value: "known" });
});

test("a failure is told and asked about again", async () => {
  const { resource, replies, reply } = open();
  resource.load();
  await reply(LOST);
  expect(resource.get()).toEqual({ phase: "failed", failure: LOST.failure });
  resource.load();
  expect(resource.get()).toEqual({ phase: "loading" });
  await reply({ isOk: true, value: "known" });
  expect(replies).toHaveLength(2);
  expect(resource.get()).toMatchObject({ phase: "ready" });
});

test("another language asks anew; the answer in the old one comes too late", async () => {
  const { resource, reply, state } = open();
  resource.load();
  state.language = "hk";
  resource.load();
  await reply({ isOk: true, value: "已知" }, 1);
  await reply({ isOk: true, value: "known" }, 0);
  expect(resource.get()).toEqual({ phase: "ready", value: "已知" });
});
