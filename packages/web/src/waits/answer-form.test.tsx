// The answer to a reviewer's question: nothing empty is sent, what is sent is said, and the row
// looks again whatever came of it.

import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { requestAnswerWithdrawal } from "@truetick/contract/cashier";
import { afterEach, expect, test } from "vitest";
import { showScreen, type Wires } from "../testing/show-screen.tsx";
import { AnswerForm } from "./answer-form.tsx";

afterEach(cleanup);

const SENT = requestAnswerWithdrawal({ withdrawalId: "12", text: "From my own wallet" });

async function showForm(wires: Wires) {
  let looksAgain = 0;
  const shown = await showScreen(
    <AnswerForm
      texts={{ label: "Your answer", send: "Send answer", sent: "Answer sent" }}
      lengthMax={500}
      className={undefined}
      requestOf={(text) => requestAnswerWithdrawal({ withdrawalId: "12", text })}
      onDone={() => {
        looksAgain += 1;
      }}
    />,
    { wires },
  );
  return { ...shown, looksAgain: () => looksAgain };
}

const answer = (value: string) =>
  act(async () => {
    const field = screen.getByLabelText("Your answer");
    fireEvent.change(field, { target: { value } });
    const form = field.closest("form");
    if (form) fireEvent.submit(form);
  });

test("an empty answer is not sent, and its field says so", async () => {
  const { written, looksAgain } = await showForm({ [SENT.path]: {} });
  await answer("  ");
  expect(screen.getByLabelText("Your answer").getAttribute("aria-invalid")).toBe("true");
  expect(written).toEqual([]);
  expect(looksAgain()).toBe(0);
});

test("an answer is sent without the blanks around it, and the row looks again", async () => {
  const { written, toasts, looksAgain } = await showForm({ [SENT.path]: {} });
  await answer(" From my own wallet\n");
  expect(written.map(({ path, fields }) => ({ path, fields }))).toEqual([
    { path: SENT.path, fields: SENT.fields },
  ]);
  expect(toasts()).toEqual(["Answer sent"]);
  expect(looksAgain()).toBe(1);
});

test("a refused answer is told, and the row looks again", async () => {
  const { toasts, looksAgain } = await showForm({ [SENT.path]: { refused: "ANSWER_GIVEN" } });
  await answer("From my own wallet");
  expect(toasts()).toHaveLength(1);
  expect(toasts()).not.toEqual(["Answer sent"]);
  expect(looksAgain()).toBe(1);
});
