// The real name as review_status says: 0 the form, 1 the wait, anything else done. Name and number
// are each asked for in their own words.

import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import {
  type Identity,
  identityToWire,
  requestIdentity,
  requestIdentityAccesses,
} from "@truetick/contract/cashier";
import { afterEach, expect, test } from "vitest";
import { showScreen } from "../testing/show-screen.tsx";
import { AuthScreen } from "./auth.screen.tsx";

afterEach(cleanup);

const NONE: Identity = {
  status: "none",
  name: "",
  cardId: "",
  frontUrl: null,
  backUrl: null,
  reason: "",
  question: "",
  submittedAt: null,
  dueAt: null,
  decidedAt: null,
};

const wiresWith = (changed: Partial<Identity>) => ({
  [requestIdentity().path]: identityToWire({ ...NONE, ...changed }),
  [requestIdentityAccesses(1).path]: { data: [], total: 0 },
});

test("review_status 0 is the form, which asks for name and number each by its own message", async () => {
  const { written } = await showScreen(<AuthScreen />, {
    path: "/mine/auth",
    wires: wiresWith({}),
  });
  const form = document.querySelector("form");
  if (!form) throw new Error("no form");
  await act(async () => fireEvent.submit(form));
  expect(screen.getByText("Please enter your name")).toBeTruthy();
  expect(screen.getByText("Please enter the ID number")).toBeTruthy();
  expect(written).toEqual([]);
});

test("review_status 1 is the wait, without a form", async () => {
  const handedIn = { name: "A*** B", cardId: "***321", submittedAt: 1_794_745_317 };
  const wires = wiresWith({ status: "waiting", ...handedIn });
  expect(wires[requestIdentity().path]).toMatchObject({ review_status: 1 });
  await showScreen(<AuthScreen />, { path: "/mine/auth", wires });
  expect(screen.getByText("Under review")).toBeTruthy();
  expect(document.querySelector("form")).toBeNull();
});

test("any other review_status is certified", async () => {
  const wires = wiresWith({ status: "certified", name: "A*** B", decidedAt: 1_794_745_317 });
  expect(wires[requestIdentity().path]).toMatchObject({ review_status: 2 });
  await showScreen(<AuthScreen />, { path: "/mine/auth", wires });
  expect(screen.getByText("Identity certified")).toBeTruthy();
  expect(document.querySelector("form")).toBeNull();
});
