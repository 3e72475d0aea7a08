// A password is hidden until its owner wants to see it, and browsers and their helpers may fill it.

import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { PasswordField } from "./password-field.tsx";

afterEach(cleanup);

function Sample() {
  const [value, setValue] = useState("");
  return (
    <PasswordField
      label="Password"
      value={value}
      onValue={setValue}
      showLabel="Show"
      hideLabel="Hide"
      autoComplete="current-password"
    />
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>("Password");

test("is masked, shown for as long as its owner wants, and masked again", () => {
  render(<Sample />);
  expect(field().type).toBe("password");
  fireEvent.click(screen.getByRole("button", { name: "Show" }));
  expect(field().type).toBe("text");
  fireEvent.click(screen.getByRole("button", { name: "Hide" }));
  expect(field().type).toBe("password");
});

test("takes what is pasted, and tells password managers what it is", () => {
  render(<Sample />);
  expect(fireEvent.paste(field(), { clipboardData: { getData: () => "x" } })).toBe(true);
  fireEvent.change(field(), { target: { value: " Tr0ub4dor &3 " } });
  expect(field().value).toBe(" Tr0ub4dor &3 ");
  expect(field().autocomplete).toBe("current-password");
});
