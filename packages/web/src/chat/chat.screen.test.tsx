// Support as the settings say it: our own chat that is not open yet, a link to copy, a link to
// follow whose host is named first, and nothing at all of a link that is none (T27).

import { cleanup, screen } from "@testing-library/react";
import {
  type PlatformSettings,
  platformSettingsToWire,
  requestComplaintEmail,
  requestPlatformSettings,
} from "@truetick/contract";
import { afterEach, expect, test } from "vitest";
import { showScreen } from "../testing/show-screen.tsx";
import { ChatScreen } from "./chat.screen.tsx";

afterEach(cleanup);

const LINK = "https://help.example.test/chat";

const wiresWith = (supportMode: PlatformSettings["supportMode"], supportLink: string) => ({
  [requestComplaintEmail().path]: { email: "us@example.test" },
  [requestPlatformSettings().path]: platformSettingsToWire({
    supportLink,
    supportMode,
    verifyMode: "code",
    feeBase: "notional",
    restrictedAreas: [],
    isMobileShown: true,
  }),
});

test("otherwise the chat page: not open yet, with the address that works", async () => {
  await showScreen(<ChatScreen />, { path: "/mine/chat", wires: wiresWith("chat", "") });
  expect(screen.getByText("The chat is not open yet")).toBeTruthy();
  expect(screen.getByText("us@example.test")).toBeTruthy();
  expect(screen.getByText("Our staff never ask for your password or a code.")).toBeTruthy();
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
  await showScreen(<ChatScreen />, { path: "/mine/chat", wires: wiresWith("followLink", hostile) });
  expect(document.body.innerHTML).not.toContain("javascript:");
  expect(screen.getByText("us@example.test")).toBeTruthy();
});
