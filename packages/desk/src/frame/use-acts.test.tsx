// What becomes of an act whose dialog is gone, and of a screen that was told no: it is read again,
// a refusal is told wherever it comes, and nobody closes another's dialog.

import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import {
  type DeskFeedbackFile,
  deskFeedbackFileToWire,
  deskFeedbackToWire,
  requestDeskFeedback,
  requestDeskFeedbackFile,
  requestMoveFeedback,
} from "@truetick/contract/desk";
import { afterEach, expect, test } from "vitest";
import { type OpenDesk, openDesk, staffOf } from "../testing/open-desk.tsx";

const FILE: DeskFeedbackFile = {
  id: "4",
  userId: "3",
  uid: "620000890",
  isDemo: false,
  kind: "other",
  status: "new",
  excerpt: "Words",
  hasImage: false,
  createdAt: 1_000,
  waitingSince: 1_000,
  text: "Words",
  language: "en",
  imageUrl: null,
  talk: [],
};
const LIST = requestDeskFeedback({ status: null, kind: null, cursor: "" }).path;
const SHOW = requestDeskFeedbackFile("4").path;
const MOVE = requestMoveFeedback("4", "working").path;

let open: OpenDesk;
afterEach(() => open.close());

async function lookAt(): Promise<void> {
  open = openDesk("/desk/feedback/4", staffOf("1", "support"), {
    [LIST]: { wire: { data: [deskFeedbackToWire({ ...FILE, replies: 0 })], next: "" } },
    [SHOW]: { wire: deskFeedbackFileToWire(FILE) },
  });
  await screen.findByRole("button", { name: "Answer" });
}

async function begin(name: string) {
  fireEvent.click(screen.getByRole("button", { name }));
  return within(await screen.findByRole("dialog"));
}

const press = (dialog: ReturnType<typeof within>, name: string) =>
  fireEvent.click(dialog.getByRole("button", { name }));

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 0)));

test("an answer that comes late does not close what was opened meanwhile", async () => {
  await lookAt();
  const letGo = open.hold(MOVE);
  open.answer(MOVE, { wire: {} });
  const first = await begin("Take into work");
  press(first, "Take into work");
  press(first, "Cancel");
  const second = await begin("Answer");
  fireEvent.change(second.getByRole("textbox"), { target: { value: "Half an answer" } });
  letGo();
  await screen.findByText("In work", { ignore: "option" });
  expect(screen.getByDisplayValue("Half an answer")).toBeTruthy();
});

test("a refusal is told although its dialog is gone", async () => {
  await lookAt();
  const letGo = open.hold(MOVE);
  open.answer(MOVE, { reason: "FEEDBACK_CLOSED", text: "Somebody has closed it." });
  const dialog = await begin("Take into work");
  press(dialog, "Take into work");
  press(dialog, "Cancel");
  letGo();
  await screen.findByText("Somebody has closed it.");
});

test("a refusal is told although its screen is gone", async () => {
  await lookAt();
  const letGo = open.hold(MOVE);
  open.answer(MOVE, { reason: "FEEDBACK_CLOSED", text: "Somebody has closed it." });
  const dialog = await begin("Take into work");
  press(dialog, "Take into work");
  act(() => open.desk.router.navigate("/desk/feedback"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  letGo();
  await screen.findByText("Somebody has closed it.");
});

test("what was refused is read again, once its words were read", async () => {
  await lookAt();
  open.answer(MOVE, { reason: "FEEDBACK_CLOSED", text: "Somebody has closed it." });
  open.answer(SHOW, { wire: deskFeedbackFileToWire({ ...FILE, status: "closed" }) });
  const dialog = await begin("Take into work");
  press(dialog, "Take into work");
  await dialog.findByText("Somebody has closed it.");
  await settle();
  expect(screen.queryByRole("button", { name: "Answer" })).toBeTruthy();
  press(dialog, "Cancel");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Answer" })).toBeNull());
  expect(screen.getByRole("button", { name: "Open again" })).toBeTruthy();
});
