// The code is square, of level H, and drawn in the specification's size.

import { cleanup, render, screen } from "@testing-library/react";
import { encode } from "uqr";
import { afterEach, expect, test } from "vitest";
import { QrCode } from "./qr-code.tsx";

afterEach(cleanup);

test("draws exactly the dark modules of a code of level H, 160 by 160", () => {
  const text = "https://truetick.test/register?invite_code=ABCDEFGH";
  render(<QrCode text={text} label="code" />);
  const drawn = screen.getByRole("img", { name: "code" });
  expect([drawn.getAttribute("width"), drawn.getAttribute("height")]).toEqual(["160", "160"]);
  const { data, size } = encode(text, { ecc: "H", border: 2 });
  expect(drawn.getAttribute("viewBox")).toBe(`0 0 ${size} ${size}`);
  const dark = data.flat().filter(Boolean).length;
  const path = drawn.querySelector("path")?.getAttribute("d") ?? "";
  expect(path.match(/M/g)?.length).toBe(dark);
  expect(encode(text, { ecc: "L", border: 2 }).data.flat().filter(Boolean).length).not.toBe(dark);
});
