// What is missing or does not fit is said in the specification's words: for a change of the
// password, and for one that was forgotten.

import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { platformSettingsToWire, requestAreas, requestPlatformSettings } from "@truetick/contract";
import { afterEach, expect, test } from "vitest";
import { showScreen } from "../testing/show-screen.tsx";
import { ForgotScreen } from "./forgot.screen.tsx";
import { PasswordScreen } from "./password.screen.tsx";

afterEach(cleanup);

const type = (name: string, value: string) => {
  const field = document.querySelector(`input[name="${name}"]`);
  if (!field) throw new Error(`no field ${name}`);
  fireEvent.change(field, { target: { value } });
};

async function submit(): Promise<void> {
  const form = document.querySelector("form");
  if (!form) throw new Error("no form");
  await act(async () => fireEvent.submit(form));
}

const WIRES = {
  [requestAreas().path]: [],
  [requestPlatformSettings().path]: platformSettingsToWire({
    supportLink: "",
    supportMode: "chat",
    verifyMode: "code",
    feeBase: "notional",
    restrictedAreas: [],
    isMobileShown: true,
  }),
};

test("both passwords and the code are needed: “Please complete”", async () => {
  const { written } = await showScreen(<PasswordScreen />, {
    path: "/mine/password",
    wires: WIRES,
  });
  await submit();
  expect(screen.getAllByText("Please complete").length).toBeGreaterThanOrEqual(2);
  type("oldPassword", "the old one 1");
  type("password", "river Lamp seven");
  type("repeated", "river Lamp seven");
  await submit();
  expect(screen.queryByText("Please complete")).toBeNull();
  expect(document.querySelector('input[name="code"]')?.getAttribute("aria-invalid")).toBe("true");
  expect(written).toEqual([]);
});

test("two passwords that differ are a “Password confusion”", async () => {
  const { written } = await showScreen(<PasswordScreen />, {
    path: "/mine/password",
    wires: WIRES,
  });
  type("oldPassword", "the old one 1");
  type("password", "river Lamp seven");
  type("repeated", "river Lamp eight");
  type("code", "1234567");
  await submit();
  expect(screen.getByText("Password confusion")).toBeTruthy();
  expect(written).toEqual([]);
});

test("a demo user has no password and is told what it takes", async () => {
  await showScreen(<PasswordScreen />, { path: "/mine/password", isDemo: true });
  expect(screen.getByText("Please register or log in to a real account")).toBeTruthy();
  expect(document.querySelector("form")).toBeNull();
});

test("forgotten: all is needed, and passwords that are not equal are said to be", async () => {
  const { written } = await showScreen(<ForgotScreen />, { path: "/forgot", wires: WIRES });
  await submit();
  expect(screen.getAllByText("Please complete").length).toBeGreaterThanOrEqual(1);
  type("email", "member@example.test");
  type("code", "1234567");
  type("password", "river Lamp seven");
  type("repeated", "river Lamp eight");
  await submit();
  expect(screen.getByText("The two passwords are not the same.")).toBeTruthy();
  expect(written).toEqual([]);
});
