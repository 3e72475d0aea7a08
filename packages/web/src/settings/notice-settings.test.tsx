// Notices on this device: explained before the browser asks, off and said why when it says no.

import { act, cleanup, screen } from "@testing-library/react";
import english from "@truetick/contract/messages/en.json";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showScreen } from "../testing/show-screen.tsx";
import { NoticeSettings } from "./notice-settings.tsx";

const { notices: LABEL, pushAsk, noticesDenied, pageHint, mailNotices } = english.settings;

let asked: number;

function stubBrowser(permission: NotificationPermission, answer: NotificationPermission): void {
  asked = 0;
  const fake = {
    permission,
    requestPermission: async () => {
      asked += 1;
      fake.permission = answer;
      return answer;
    },
  };
  vi.stubGlobal("Notification", fake);
}

const deviceSwitch = () => screen.getByRole<HTMLInputElement>("switch", { name: LABEL });
const press = (element: HTMLElement) => act(async () => element.click());

beforeEach(() => stubBrowser("default", "granted"));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("says what will come, and only then has the browser ask", async () => {
  await showScreen(<NoticeSettings />);
  await press(deviceSwitch());
  expect(asked).toBe(0);
  expect(screen.getByText(pushAsk.text)).toBeTruthy();
  await press(screen.getByRole("button", { name: pushAsk.action }));
  expect(asked).toBe(1);
  await vi.waitFor(() => expect(deviceSwitch().checked).toBe(true));
  expect(screen.getByText(pageHint), "without a push service the page shows them").toBeTruthy();
});

test("a browser that was told no is not asked again, and the way out is said", async () => {
  stubBrowser("denied", "denied");
  await showScreen(<NoticeSettings />);
  await press(deviceSwitch());
  expect(asked).toBe(0);
  expect(deviceSwitch().checked).toBe(false);
  expect(screen.getByText(noticesDenied)).toBeTruthy();
});

test("mail about trading is on until it is not wanted, and needs an address", async () => {
  await showScreen(<NoticeSettings />);
  const mail = screen.getByRole<HTMLInputElement>("switch", { name: mailNotices });
  expect(mail.checked).toBe(true);
  await press(mail);
  expect(mail.checked).toBe(false);
  cleanup();
  await showScreen(<NoticeSettings />, { isDemo: true });
  expect(screen.queryByRole("switch", { name: mailNotices })).toBeNull();
});
