// Changed terms as readers see them.
import { createNotation } from "@truetick/ui";
import { expect, it } from "vitest";
import { writeValue } from "./changed-value.ts";

const words = {
  yes: "Yes",
  no: "No",
  absent: "None",
  marginModes: { fixed: "Fixed", floating: "By opening price" },
};
const notation = createNotation("en");

it.each([
  ["leverage", "2,5,10", "1:2, 1:5, 1:10"],
  ["openingFee", "0.00003", "0.003%"],
  ["openingFee", "0", "0%"],
  ["longRate", "-0.03", "−3%"],
  ["shortRate", "0.012", "1.2%"],
  ["jumpLimit", "50", "0.5%"],
  ["tripleDay", "3", "Wednesday"],
  ["tripleDay", "", "None"],
  ["staleAfter", "60", "60 seconds"],
  ["marginMode", "fixed", "Fixed"],
  ["halted", "true", "Yes"],
  ["offered", "false", "No"],
  ["feeKind", "percent", "%"],
  ["max", "25000", "25,000"],
  ["address", "TXyz", "TXyz"],
  ["calendar", "us-shares", "us-shares"],
] as const)("%s %s is written %s", (label, text, written) => {
  expect(writeValue(label, text, { words, notation })).toBe(written);
});
