// Coming in as a person does: never by a password alone, and to the address that was asked for
// (T84).

import { fireEvent, screen } from "@testing-library/react";
import { requestStaffLogin } from "@truetick/contract/desk";
import { afterEach, expect, test } from "vitest";
import { type OpenDesk, openDesk, staffOf } from "../testing/open-desk.tsx";

const LOGIN = requestStaffLogin({ email: "", password: "" }).path;
let open: OpenDesk;

afterEach(() => open.close());

async function giveCredentials(): Promise<void> {
  fireEvent.change(await screen.findByLabelText("E-mail"), { target: { value: " a@desk.test " } });
  fireEvent.change(screen.getByLabelText("Password"), { target: { value: "secret word" } });
  fireEvent.click(screen.getByRole("button", { name: "Log in" }));
}

test("what is missing is said beside the field, and nothing is sent", async () => {
  open = openDesk("/desk/", null, {});
  fireEvent.click(await screen.findByRole("button", { name: "Log in" }));
  await screen.findByText("Enter your e-mail address.");
  await screen.findByText("Enter your password.");
  expect(open.sent).toEqual([]);
});

test("a wrong password is told; nobody is inside", async () => {
  open = openDesk("/desk/", null, { [LOGIN]: { reason: "LOGIN_FAILED", text: "Wrong." } });
  await giveCredentials();
  await screen.findByText("Wrong.");
  expect(open.desk.session.get()).toBeNull();
});

test("the second factor is asked for, and only the right one opens the address", async () => {
  const needed = { reason: "SECOND_FACTOR_NEEDED", text: "A second factor is needed." };
  open = openDesk("/desk/health", null, { [LOGIN]: needed });
  await giveCredentials();
  const code = await screen.findByLabelText("Code of six digits");
  open.answer(LOGIN, { reason: "SECOND_FACTOR_WRONG", text: "That code is wrong." });
  fireEvent.change(code, { target: { value: "123 456" } });
  fireEvent.click(screen.getByRole("button", { name: "Confirm" }));
  await screen.findByText("That code is wrong.");
  expect(open.desk.session.get()).toBeNull();
  open.answer(LOGIN, { wire: { token: "t", staff: staffOf("1", "support") } });
  fireEvent.click(screen.getByRole("button", { name: "Confirm" }));
  await screen.findByRole("navigation", { name: "Places" });
  expect(window.location.pathname).toBe("/desk/health");
  expect(open.sent.at(-1)?.fields).toEqual({
    email: "a@desk.test",
    password: "secret word",
    auth_code: "123456",
  });
});

test("the first login shows the key and opens with its first code", async () => {
  const setup = { ticket: "k-1", secret: "ABCDEFGHIJ", uri: "otpauth://totp/x?secret=ABCDEFGHIJ" };
  open = openDesk("/desk/proposals", null, { [LOGIN]: { wire: { setup } } });
  await giveCredentials();
  await screen.findByRole("img", { name: /QR code/ });
  expect(screen.getByText("ABCD EFGH IJ")).toBeTruthy();
  open.answer(`${LOGIN}/enrol`, { wire: { token: "t", staff: staffOf("1", "finance") } });
  fireEvent.change(screen.getByLabelText("Code of six digits"), { target: { value: "654321" } });
  fireEvent.click(screen.getByRole("button", { name: "Confirm and log in" }));
  await screen.findByRole("navigation", { name: "Places" });
  expect(open.sent.at(-1)?.fields).toEqual({ ticket: "k-1", auth_code: "654321" });
});
