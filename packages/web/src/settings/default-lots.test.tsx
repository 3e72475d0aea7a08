// The default lots are typed, shown and told in the reader's own notation.

import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import english from "@truetick/contract/messages/en.json";
import { useStore } from "@truetick/ui/state";
import { afterEach, expect, test } from "vitest";
import { useApp } from "../app/app.ts";
import { showScreen } from "../testing/show-screen.tsx";
import { DefaultLots } from "./default-lots.tsx";

afterEach(cleanup);

const { defaultLots: LABEL, lotsWrong } = english.settings;

async function showDefaultLots(languageTag: string, kept = "0.50") {
  let now: string | null = null;
  function Kept() {
    now = useStore(useApp().preferences).defaultLots;
    return <DefaultLots />;
  }
  await showScreen(<Kept />, { languageTag, kept: { defaultLots: kept } });
  const field = screen.getByLabelText<HTMLInputElement>(LABEL);
  const type = (value: string) => act(async () => fireEvent.change(field, { target: { value } }));
  const leave = () => act(async () => fireEvent.blur(field));
  return { field, type, leave, kept: () => now };
}

test.each([
  ["de", "0,10", "0.10"],
  ["de", "1.000", "1000"],
  ["en", "0.10", "0.10"],
  ["en", "1,000", "1000"],
  ["en", "0,10", "0.10"],
  ["fr", ",5", "0.5"],
])("%s: %s is kept as what it means there", async (languageTag, typed, plain) => {
  const { type, kept } = await showDefaultLots(languageTag);
  await type(typed);
  expect(screen.queryByText(lotsWrong)).toBeNull();
  expect(kept()).toBe(plain);
});

test("what is kept is shown as the reader writes it, what is typed as he types it", async () => {
  const { field, type, leave } = await showDefaultLots("de");
  expect(field.value).toBe("0,50");
  expect(field.placeholder).toBe("0,01");
  await type("0,1");
  expect(field.value).toBe("0,1");
  await leave();
  expect(field.value).toBe("0,1");
});

test("what is kept is no wrong size to its reader, whatever the places", async () => {
  const { field, leave, kept } = await showDefaultLots("de", "1.255");
  expect(field.value).toBe("1,255");
  await leave();
  expect(kept()).toBe("1.255");
});

test("nothing typed is the market's smallest; what is no size is said and not kept", async () => {
  const { type, kept } = await showDefaultLots("en");
  await type("a lot");
  expect(screen.getByText(lotsWrong)).toBeTruthy();
  expect(kept()).toBe("0.50");
  await type(" ");
  expect(screen.queryByText(lotsWrong)).toBeNull();
  expect(kept()).toBeNull();
});
