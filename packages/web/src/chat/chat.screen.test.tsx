// Support as the settings say it: our own chat in its frame, a link to copy, a link to
// follow whose host is named first, and nothing at all of a link that is none (T27).

import { cleanup, screen } from "@testing-library/react";
import {
  type PlatformSettings,
  platformSettingsToWire,
  requestPlatformSettings,
} from "@truetick/contract";
import { requestSupportThread } from "@truetick/contract/support";
import { afterEach, expect, test } from "vitest";
import { showScreen } from "../testing/show-screen.tsx";
import { ChatScreen } from "./chat.screen.tsx";

afterEach(cleanup);

const LINK = "https://help.example.test/chat";

const wiresWith = (supportMode: PlatformSettings["supportMode"], supportLink: string) => ({
  [requestPlatformSettings().path]: platformSettingsToWire({
    supportLink,
    supportMode,
    verifyMode: "code",
    feeBase: "notional",
    restrictedAreas: [],
    isMobileShown: true,
  }),
});

const NOTHING_SAID = {
  data: [],
  has_older: 0,
  unread: 0,
  their_read: "0",
  is_closed: 0,
  office: { is_open: 1, opens_at: 0 },
  can_send_images: 0,
};

test("T28 otherwise our own page, framed so that it reaches nothing", async () => {
  const wires = { ...wiresWith("chat", ""), [requestSupportThread(null).path]: NOTHING_SAID };
  await showScreen(<ChatScreen />, { path: "/mine/chat", wires });
  const frame = screen.getByTitle("Conversation with support");
  expect(frame.getAttribute("src")).toBe("/support");
  expect(frame.getAttribute("sandbox")).toBe("allow-scripts");
  expect(await screen.findByText("We are here")).toBeTruthy();
  expect(screen.getByText("Our staff never ask for your password or a code.")).toBeTruthy();
  expect(screen.queryByText(/not logged in/)).toBeNull();
});

test("type 2 shows the link to copy, type 3 names the host before it leaves", async () => {
  await showScreen(<ChatScreen />, { path: "/mine/chat", wires: wiresWith("copyLink", LINK) });
  expect(screen.getByText(LINK)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Copy" })).toBeTruthy();
  expect(document.querySelector(`a[href="${LINK}"]`)).toBeNull();
  cleanup();
  await showScreen(<ChatScreen />, { path: "/mine/chat", wires: wiresWith("followLink", LINK) });
  const way = screen.getByRole("link", { name: "Go to help.example.test" });
  expect(way.getAttribute("rel")).toBe("noopener noreferrer");
  expect(screen.getByText(/leaving this site.*help\.example\.test/)).toBeTruthy();
});

test("T27 a link that is none is not shown at all", async () => {
  const hostile = "javascript:alert(1)";
  const thread = { [requestSupportThread(null).path]: NOTHING_SAID };
  const wires = { ...wiresWith("followLink", hostile), ...thread };
  await showScreen(<ChatScreen />, { path: "/mine/chat", wires });
  expect(document.body.innerHTML).not.toContain("javascript:");
  expect(screen.getByTitle("Conversation with support")).toBeTruthy();
});
