// Feedback as its writer sees it: a form that keeps what was typed, what became of it, answers that
// are told apart from one's own words, and nothing but words of whatever anybody wrote (T31).

import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import {
  requestFeedbackList,
  requestReplyFeedback,
  requestSubmitFeedback,
} from "@truetick/contract/content";
import { afterEach, expect, test } from "vitest";
import { showScreen } from "../testing/show-screen.tsx";
import { FeedbackScreen } from "./feedback.screen.tsx";

afterEach(cleanup);

const LIST = requestFeedbackList(1).path;
const SUBMIT = requestSubmitFeedback({ kind: "idea", text: "x", imageUrl: "" }).path;
const REPLY = requestReplyFeedback("1", "x").path;
const HOSTILE = '<img src=x onerror="alert(1)"><script>alert(2)</script>';
const EMPTY = { data: [], total: 0 };

const told = (over: object = {}) => ({
  id: "7",
  type: 1,
  content: "The chart stands still.",
  image: "",
  status: 0,
  created_at: "",
  created_at_unix: 1_794_745_317,
  can_reply: 1,
  replies: [],
  ...over,
});

const answered = told({
  status: 2,
  replies: [
    { id: "1", text: HOSTILE, at: 1_794_745_400, is_staff: 1 },
    { id: "2", text: "It helped.", at: 1_794_745_500, is_staff: 0 },
  ],
});

const type = (label: string, value: string) =>
  act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value } }));
const press = (name: string) =>
  act(async () => fireEvent.click(screen.getByRole("button", { name })));

test("what is told is sent by its kind, and the form is empty again", async () => {
  const wires = { [LIST]: EMPTY, [SUBMIT]: { id: "7" } };
  const shown = await showScreen(<FeedbackScreen />, { path: "/feedback", wires });
  expect(screen.getByText("Nothing sent yet")).toBeTruthy();
  await act(async () => fireEvent.click(screen.getByRole("radio", { name: "Idea" })));
  await type("Your message", "  More markets. ");
  shown.wires[LIST] = { data: [told({ type: 2, content: "More markets." })], total: 1 };
  await press("Send");
  expect(shown.written.map(({ fields }) => fields)).toEqual([
    { type: "2", content: "More markets." },
  ]);
  expect(shown.toasts()).toEqual(["Thank you. We will answer here."]);
  expect(screen.getByLabelText("Your message").textContent).toBe("");
  expect(screen.getByText("More markets.")).toBeTruthy();
});

test("without words nothing is sent, and a refusal keeps them", async () => {
  const wires = { [LIST]: EMPTY, [SUBMIT]: { refused: "TOO_MANY_FEEDBACKS" } };
  const shown = await showScreen(<FeedbackScreen />, { path: "/feedback", wires });
  await press("Send");
  expect(screen.getByText("Please write a few words.")).toBeTruthy();
  expect(shown.written).toEqual([]);
  await type("Your message", "Once more");
  await press("Send");
  expect(shown.toasts()).toEqual(["says TOO_MANY_FEEDBACKS"]);
  expect(screen.getByDisplayValue("Once more")).toBeTruthy();
});

test("T31: an answer is words and ours is told apart; one can answer back", async () => {
  const wires = { [LIST]: { data: [answered], total: 1 }, [REPLY]: {} };
  const shown = await showScreen(<FeedbackScreen />, { path: "/feedback", wires });
  expect(screen.getByText("Answered")).toBeTruthy();
  expect(screen.getByText("Our answer")).toBeTruthy();
  expect(screen.getByText(HOSTILE)).toBeTruthy();
  expect(document.querySelectorAll("script, img[onerror]")).toHaveLength(0);
  await press("Reply");
  await type("Your reply", "Thank you.");
  const [, send] = screen.getAllByRole("button", { name: "Send" });
  await act(async () => send && fireEvent.click(send));
  expect(shown.written.map(({ fields }) => fields)).toEqual([{ id: "7", text: "Thank you." }]);
  expect(screen.queryByLabelText("Your reply")).toBeNull();
});

test("what is closed, or waits for us, takes no reply", async () => {
  const closed = { ...answered, id: "8", status: 3, can_reply: 0 };
  const wires = { [LIST]: { data: [told(), closed], total: 2 } };
  await showScreen(<FeedbackScreen />, { path: "/feedback", wires });
  expect(screen.getByText("Closed")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Reply" })).toBeNull();
});

test("a picture is for real accounts only", async () => {
  await showScreen(<FeedbackScreen />, { path: "/feedback", wires: { [LIST]: EMPTY } });
  expect(screen.getByLabelText("Picture")).toBeTruthy();
  cleanup();
  await showScreen(<FeedbackScreen />, {
    path: "/feedback",
    wires: { [LIST]: EMPTY },
    isDemo: true,
  });
  expect(screen.queryByLabelText("Picture")).toBeNull();
});

test("an answer that comes while one looks is there at once", async () => {
  const wires = { [LIST]: { data: [told()], total: 1 } };
  const shown = await showScreen(<FeedbackScreen />, { path: "/feedback", wires });
  shown.wires[LIST] = { data: [answered], total: 1 };
  const notice = {
    id: "1",
    kind: "feedbackAnswered",
    title: "",
    text: "",
    link: "/feedback",
    created_at: 1,
    is_read: 0,
  } as const;
  await shown.say({ type: "NOTICE", unread: 1, data: [notice] });
  expect(screen.getByText("It helped.")).toBeTruthy();
});
