// Answering at the desk: nothing that was on the screen goes away by itself, nothing that is typed
// is lost to an answer that is under way, and what is pressed twice is one.

import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import {
  requestAnswerSupport,
  requestCannedAnswers,
  requestCloseSupport,
  requestRemoveCanned,
  requestSaveCanned,
  requestSupportCase,
  requestSupportCases,
  type SupportCase,
  type SupportMessage,
  supportCaseToWire,
  supportRowToWire,
} from "@truetick/contract/support";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type OpenDesk, openDesk, staffOf } from "../testing/open-desk.tsx";

const SAID = (id: number): SupportMessage => ({
  id: String(id),
  author: "user",
  name: "",
  text: `Words ${id}`,
  imageUrl: null,
  at: id * 1_000,
});
const pageOf = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => SAID(first + at));
const CASE: SupportCase = {
  id: "4",
  userId: null,
  uid: "",
  isDemo: false,
  language: "en",
  isClosed: false,
  agentId: null,
  agentName: "",
  lastText: "Words",
  lastAuthor: "user",
  lastAt: 1_000,
  waitingSince: null,
  unread: 0,
  messages: pageOf(1, 30),
  hasOlder: false,
  userReadId: "0",
  person: null,
};
const LIST = requestSupportCases({ box: "open", search: "", cursor: "" }).path;
const SHOW = requestSupportCase("4", null).path;
const ANSWER = requestAnswerSupport("4", "", null).path;
const CLOSE = requestCloseSupport("4", null).path;
const CANNED = requestCannedAnswers().path;
const REMOVE = requestRemoveCanned("2").path;
const SAVE = requestSaveCanned({ id: null, name: "", language: "en", text: "" }).path;

let open: OpenDesk;
/** A line that says nothing: what is new is read after each answer. */
class SilentLine {
  static readonly OPEN = 1;
  readyState = 0;
  close(): void {
    this.readyState = 3;
  }
}
beforeEach(() => {
  vi.stubGlobal("WebSocket", SilentLine);
  open = openDesk("/desk/chat/4", staffOf("1", "support", "admin"), {
    [LIST]: { wire: { data: [supportRowToWire(CASE)], next: "" } },
    [SHOW]: { wire: supportCaseToWire(CASE) },
    [ANSWER]: { wire: { id: "31" } },
    [CANNED]: { wire: { data: [] } },
    [SAVE]: { wire: { id: "1" } },
  });
});
afterEach(() => {
  open.close();
  vi.unstubAllGlobals();
});

const box = async () => (await screen.findByLabelText("Write an answer")) as HTMLTextAreaElement;
const type = async (value: string) => fireEvent.change(await box(), { target: { value } });
const answers = () => open.sent.filter(({ path }) => path === ANSWER);

test("what was said stays while the newest page goes on", async () => {
  await screen.findByText("Words 1");
  const next = { ...CASE, messages: pageOf(3, 32), hasOlder: true };
  open.answer(SHOW, { wire: supportCaseToWire(next) });
  await type("Hello");
  fireEvent.keyDown(await box(), { key: "Enter" });
  await screen.findByText("Words 32");
  for (const { text } of pageOf(1, 32)) expect(screen.getByText(text)).toBeTruthy();
});

test("where the newest page does not touch what was there, the rest can be asked for", async () => {
  await screen.findByText("Words 1");
  const next = { ...CASE, messages: pageOf(50, 79), hasOlder: true };
  open.answer(SHOW, { wire: supportCaseToWire(next) });
  await type("Hello");
  fireEvent.keyDown(await box(), { key: "Enter" });
  await screen.findByText("Words 79");
  expect(screen.queryByText("Words 30")).toBeNull();
  const older = { ...CASE, messages: pageOf(20, 49), hasOlder: true };
  open.answer(SHOW, { wire: supportCaseToWire(older) });
  fireEvent.click(screen.getByRole("button", { name: "Earlier messages" }));
  await screen.findByText("Words 20");
  expect(screen.getByText("Words 50")).toBeTruthy();
});

test("what is typed while an answer is under way is not emptied with it", async () => {
  const letGo = open.hold(ANSWER);
  await type("Hello.");
  fireEvent.keyDown(await box(), { key: "Enter" });
  await waitFor(() => expect(answers()).toHaveLength(1));
  await type("Hello. And one more thing");
  letGo();
  await waitFor(async () => expect((await box()).value).not.toContain("Hello."));
  expect((await box()).value).toBe("And one more thing");
});

test("what came after what is on the screen is neither answered nor closed unseen", async () => {
  await screen.findByText("Words 30");
  const next = { ...CASE, messages: pageOf(2, 31) };
  open.answer(SHOW, { wire: supportCaseToWire(next) });
  open.answer(CLOSE, { reason: "SUPPORT_UNSEEN", text: "Something new" });
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  await screen.findByText("Words 31");
  await screen.findByText("Something new");
  const closings = open.sent.filter(({ path }) => path === CLOSE);
  expect(closings.map(({ fields }) => fields)).toEqual([{ id: "4", seen_id: "30" }]);
  await type("Hello");
  fireEvent.keyDown(await box(), { key: "Enter" });
  await waitFor(() => expect(answers()).toHaveLength(1));
  expect(answers()[0]?.fields).toEqual({ id: "4", text: "Hello", seen_id: "31" });
});

const saved = () => open.sent.filter(({ path }) => path === SAVE);

async function openCanned() {
  const [opener] = await screen.findAllByRole("button", { name: "Prepared answers" });
  fireEvent.click(opener ?? document.body);
  const dialog = within(await screen.findByRole("dialog"));
  const field = (label: string) => dialog.getByLabelText(label) as HTMLInputElement;
  return {
    dialog,
    field,
    fill: (label: string, value: string) => fireEvent.change(field(label), { target: { value } }),
    submit: () => fireEvent.submit(field("Name").closest("form") ?? document.body),
  };
}

test("a new prepared answer that is saved twice is one", async () => {
  const letGo = open.hold(SAVE);
  const { fill, submit } = await openCanned();
  fill("Name", "Hours");
  submit();
  await waitFor(() => expect(saved()).toHaveLength(1));
  submit();
  letGo();
  await screen.findByText("Saved: Hours");
  expect(saved()).toHaveLength(1);
});

test("what is typed while a prepared answer is saved stays, and belongs to it", async () => {
  const letGo = open.hold(SAVE);
  const { field, fill, submit } = await openCanned();
  fill("Name", "Hours");
  fill("Text", "Mon to Fri");
  submit();
  await waitFor(() => expect(saved()).toHaveLength(1));
  fill("Text", "Mon to Fri, 9 to 17");
  letGo();
  await screen.findByText("Saved: Hours");
  expect([field("Name").value, field("Text").value]).toEqual(["Hours", "Mon to Fri, 9 to 17"]);
  submit();
  await waitFor(() => expect(saved()).toHaveLength(2));
  expect(saved()[1]?.fields).toMatchObject({ id: "1", text: "Mon to Fri, 9 to 17" });
});

const TWO_ANSWERS = {
  data: [
    { id: "2", name: "Hours", texts: { en: "Mon to Fri" } },
    { id: "3", name: "Fees", texts: { en: "None" } },
  ],
};

test.each([
  ["saved", SAVE, "Saved: Hours"],
  ["removed", REMOVE, "Removed: Hours"],
])("another prepared answer that is picked while one is %s stays", async (_, path, told) => {
  open.answer(CANNED, { wire: TWO_ANSWERS });
  open.answer(SAVE, { wire: { id: "2" } });
  open.answer(REMOVE, { wire: {} });
  const letGo = open.hold(path);
  const { dialog, field, fill, submit } = await openCanned();
  await dialog.findByRole("option", { name: /^Hours/ });
  fill("Answer", "2");
  if (path === SAVE) submit();
  else fireEvent.click(dialog.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(open.sent.filter((one) => one.path === path)).toHaveLength(1));
  fill("Answer", "3");
  fill("Text", "None at all");
  letGo();
  await screen.findByText(told);
  expect(["Answer", "Name", "Text"].map((label) => field(label).value)).toEqual([
    "3",
    "Fees",
    "None at all",
  ]);
});
