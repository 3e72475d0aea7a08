// The login as a person meets it: what is missing is said beside the field, what was typed stays,
// the second factor and the picture are asked for when the server does, and a login leads back to
// where it was asked for.

import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import {
  type Messages,
  platformSettingsToWire,
  type ReadRequest,
  requestAreas,
  requestPlatformSettings,
  type WriteRequest,
} from "@truetick/contract";
import english from "@truetick/contract/messages/en.json";
import { createNotation, NotationProvider } from "@truetick/ui";
import { createRouter, createToasts, type Router, type Toasts } from "@truetick/ui/state";
import { IntlProvider } from "use-intl";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Answer, Server } from "../api/server.ts";
import { type App, AppProvider } from "../app/app.ts";
import { createResource } from "../app/resource.ts";
import { createSession, type SessionStore } from "../session/session.ts";
import { createPreferences } from "../settings/preferences.ts";
import { type MemoryStorage, memoryStorage } from "../testing/memory-storage.ts";
import { sampleSession } from "../testing/sample-session.ts";
import { LoginScreen } from "./login.screen.tsx";

const USER = { id: "7", uid: "1", email: "a@b.co", is_demo: 0, invite_code: "" };
const SESSION = { token: "t", user: USER, identifier_hash: "h" };
const SETTINGS = platformSettingsToWire({
  supportLink: "",
  supportMode: "chat",
  verifyMode: "code",
  feeBase: "notional",
  restrictedAreas: [],
  isMobileShown: true,
});

type Reply = { readonly wire: unknown } | { readonly reason: string; readonly numbers?: object };

let router: Router;
let session: SessionStore;
let storage: MemoryStorage;
let toasts: Toasts;
let replies: Reply[];
let sent: WriteRequest<unknown>[];

function answerOf<T>(reply: Reply | undefined, read: (wire: unknown) => T): Answer<T> {
  if (reply && "wire" in reply) return { isOk: true, value: read(reply.wire) };
  const text = reply ? `says ${reply.reason}` : "no reply";
  const numbers = { ...(reply?.numbers ?? {}) };
  // Names of the contract's, as the server would send them.
  const reason = (reply?.reason ?? null) as "LOGIN_FAILED" | null;
  return { isOk: false, failure: { kind: "refused", code: "1", reason, numbers, text } };
}

const server: Server = {
  read: async <T,>({ path, read }: ReadRequest<T>) => {
    if (path.endsWith("getBasicInfo")) return answerOf({ wire: SETTINGS }, read);
    if (path.endsWith("captcha")) {
      return answerOf({ wire: { id: "p1", b64s: "data:image/png;base64,AA==" } }, read);
    }
    return answerOf({ wire: [] }, read);
  },
  write: async (request) => {
    sent.push(request);
    return answerOf(replies.shift(), request.read);
  },
};

beforeEach(() => {
  window.history.replaceState(null, "", "/login?from=%2Forder%3Ftype%3D1");
  router = createRouter(window);
  storage = memoryStorage();
  session = createSession(storage);
  toasts = createToasts();
  replies = [];
  sent = [];
});

afterEach(() => {
  cleanup();
  router.stop();
});

async function show(): Promise<void> {
  const resource = { server, language: () => "en" };
  const preferences = createPreferences(storage, window.matchMedia("(light)"));
  const platformSettings = createResource({ ...resource, request: requestPlatformSettings });
  const areas = createResource({ ...resource, request: requestAreas });
  // What this screen uses of the app.
  const parts = { router, session, server, storage, toasts, preferences, platformSettings, areas };
  const app = parts as unknown as App;
  const messages: Messages = english;
  await act(async () => {
    render(
      <AppProvider value={app}>
        <IntlProvider locale="en" messages={messages}>
          <NotationProvider value={createNotation("en")}>
            <LoginScreen />
          </NotationProvider>
        </IntlProvider>
      </AppProvider>,
    );
  });
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { exact: true });
const type = (name: string, value: string) =>
  fireEvent.change(screen.getByLabelText(name, { selector: "input:not([type=radio])" }), {
    target: { value },
  });
const submit = async () => {
  const form = document.querySelector("form");
  if (!form) throw new Error("no form");
  await act(async () => {
    fireEvent.submit(form);
  });
};
const said = (text: string) => screen.queryByText(text) !== null;

async function fillAndSubmit(): Promise<void> {
  type("E-mail", "a@b.co");
  type("Password", "right one");
  await submit();
}

test("what is missing is said in the specification's words, beside its field", async () => {
  await show();
  await submit();
  expect(said("Please enter e-mail or phone number")).toBe(true);
  expect(said("Please enter password")).toBe(true);
  expect(field("Password").getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement?.getAttribute("name")).toBe("email");
  expect(sent).toEqual([]);
  type("Password", "x");
  expect(said("Please enter password")).toBe(false);
});

test("a wrong password is said beside it, and what was typed stays", async () => {
  replies = [{ reason: "LOGIN_FAILED" }];
  await show();
  await fillAndSubmit();
  expect(said("says LOGIN_FAILED")).toBe(true);
  expect(field("Password").value).toBe("right one");
  expect(session.get()).toBeNull();
});

test("a login begins the session and leads back to where it was asked for", async () => {
  replies = [{ wire: SESSION }];
  await show();
  await fillAndSubmit();
  expect(sent[0]?.fields).toEqual({
    account: "a@b.co",
    password: "right one",
    login_type: "email",
  });
  expect(session.get()?.token).toBe("t");
  expect(window.location.pathname + window.location.search).toBe("/order?type=1");
});

test("the second factor is asked for in a step of its own", async () => {
  replies = [
    { reason: "SECOND_FACTOR_NEEDED", numbers: { methods: "totp" } },
    { reason: "SECOND_FACTOR_WRONG" },
    { wire: SESSION },
  ];
  await show();
  await fillAndSubmit();
  expect(screen.getByRole("heading", { name: "One more step" })).toBeDefined();
  type("Authenticator code", "000000");
  await submit();
  expect(said("says SECOND_FACTOR_WRONG")).toBe(true);
  type("Authenticator code", "123456");
  await submit();
  expect(sent[2]?.fields).toMatchObject({ password: "right one", auth_code: "123456" });
  expect(session.get()?.token).toBe("t");
});

test("a picture is asked for when the server does, and a new one after every try", async () => {
  replies = [{ reason: "CAPTCHA_NEEDED" }, { reason: "CAPTCHA_WRONG" }, { wire: SESSION }];
  await show();
  await fillAndSubmit();
  expect(said("says CAPTCHA_NEEDED")).toBe(true);
  await submit();
  expect(sent).toHaveLength(1);
  type("Characters in the picture", "abc");
  await submit();
  expect(sent[1]?.fields).toMatchObject({ key: "p1", sms_code: "abc" });
  expect(field("Characters in the picture").value).toBe("");
  type("Characters in the picture", "abd");
  await submit();
  expect(session.get()?.token).toBe("t");
});

test("what belongs beside no field is a toast", async () => {
  replies = [{ reason: "TOO_MANY_ATTEMPTS", numbers: { seconds: 30 } }];
  await show();
  await fillAndSubmit();
  expect(toasts.shown.get()[0]?.title).toBe("says TOO_MANY_ATTEMPTS");
});

test("T20: the demo opens in one tap, with an id of 128 bits that this device keeps", async () => {
  const demo = { ...SESSION, user: { ...USER, is_demo: 1 } };
  replies = [{ wire: demo }];
  window.history.replaceState(null, "", "/login");
  router.navigate("/login");
  await show();
  await act(async () => {
    fireEvent.click(screen.getByRole("button", { name: "Try the demo" }));
  });
  const id = sent[0]?.fields.demo_id ?? "";
  expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(storage.read("demoId")).toBe(id);
  expect(session.get()?.user.isDemo).toBe(true);
  expect(window.location.pathname).toBe("/trade");
});

test("who is in already finds the door open", async () => {
  session.begin(sampleSession());
  await show();
  expect(window.location.pathname).toBe("/order");
});
