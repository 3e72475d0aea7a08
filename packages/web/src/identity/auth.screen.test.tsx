// The real name as its review says: nothing yet the form, under review the wait, then certified.
// Name and number are each asked for in their own words.

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
  [requestIdentityAccesses().path]: { data: [], total: 0 },
});

test("the form asks for name and number, each by its own message", async () => {
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

test("under review there is the waiting screen, without a form", async () => {
  const handedIn = { name: "A*** B", cardId: "***321", submittedAt: 1_794_745_317 };
  const wires = wiresWith({ status: "waiting", ...handedIn });
  await showScreen(<AuthScreen />, { path: "/mine/auth", wires });
  expect(screen.getByText("Under review")).toBeTruthy();
  expect(document.querySelector("form")).toBeNull();
});

test("a finished review is certified", async () => {
  const wires = wiresWith({ status: "certified", name: "A*** B", decidedAt: 1_794_745_317 });
  await showScreen(<AuthScreen />, { path: "/mine/auth", wires });
  expect(screen.getByText("Identity certified")).toBeTruthy();
  expect(document.querySelector("form")).toBeNull();
});
