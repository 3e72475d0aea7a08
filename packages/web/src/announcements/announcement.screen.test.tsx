// Announcements as a reader sees them: where the service is not provided comes first, then what was
// announced, each in its own language and direction, and nothing but words (T33).

import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { articleOf, requestMarketChanges } from "@truetick/contract";
import { requestAnnouncements } from "@truetick/contract/content";
import { afterEach, expect, test } from "vitest";
import { showScreen } from "../testing/show-screen.tsx";
import { AnnouncementScreen } from "./announcement.screen.tsx";

afterEach(cleanup);

const LIST = requestAnnouncements(1).path;
const CHANGES = requestMarketChanges({}).path;
const HOSTILE = '<img src=x onerror="alert(1)">';
const NO_CHANGES = { data: [], next: "" };

const announced = (id: string, title: string, lang = "en") => ({
  id,
  lang,
  title,
  created_at: "",
  created_at_unix: 1_794_745_317,
  content: "",
  parts: articleOf(`Words of ${title}.`),
});

const region = (body: string, title = "") => ({ lang: "en", title, parts: articleOf(body) });

const show = (page: object) =>
  showScreen(<AnnouncementScreen />, {
    path: "/mine/announcement",
    wires: { [LIST]: page, [CHANGES]: NO_CHANGES },
  });

test("where the service is not provided stands before everything else", async () => {
  const page = { data: [announced("1", "Hours")], total: 1, region: region("Not to **Cuba**.") };
  await show(page);
  const texts = document.body.textContent ?? "";
  expect(texts.indexOf("Not to Cuba.")).toBeGreaterThan(-1);
  expect(texts.indexOf("Not to Cuba.")).toBeLessThan(texts.indexOf("Words of Hours."));
  expect(screen.getByText("Cuba").tagName).toBe("STRONG");
});

test("each has its language and direction; more come when asked for, each once", async () => {
  const first = [announced("3", "One"), announced("2", "ثانٍ", "ar")];
  const shown = await show({ data: first, total: 3, region: null });
  expect(screen.getByText("ثانٍ").getAttribute("dir")).toBe("rtl");
  shown.wires[LIST] = {
    data: [announced("2", "ثانٍ", "ar"), announced("1", "Three")],
    total: 3,
    region: null,
  };
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Show more" })));
  expect(screen.getAllByRole("article")).toHaveLength(3);
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

test("T33: markup stays words", async () => {
  await show({
    data: [announced("1", HOSTILE)],
    total: 1,
    region: region(`${HOSTILE} [x](javascript:alert(1))`, HOSTILE),
  });
  expect(screen.getAllByText(HOSTILE).length).toBeGreaterThan(1);
  expect(document.querySelectorAll("img, a[href^=javascript]")).toHaveLength(0);
});
