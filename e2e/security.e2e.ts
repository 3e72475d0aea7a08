// The safety of an account: a second factor that the next login asks for, a passkey of this
// browser, and sessions that can be ended from here.
import { codeOfApp, plugInAuthenticator } from "./authenticator.ts";
import { expect, test } from "./journey.ts";
import { logInElsewhere, makeMember, post } from "./people.ts";

/** Passwords are hashed slowly on purpose, and a busy machine hashes slower still. */
const SLOW_HASHES_MS = 90_000;

test("2FA: set up with a code of the app, then asked for at the next login", async ({
  page,
  platform,
  door,
  centre,
  texts,
}) => {
  test.setTimeout(SLOW_HASHES_MS);
  const member = await makeMember(platform, "factor");
  await page.goto("/login?from=%2Fmine%2Fsecurity");
  await door.logIn(member.email, member.password);
  await centre.button("security.twoFactor.setUp").click();
  await centre.prove(member.password);
  const sheet = centre.dialog("security.twoFactor.title");
  await expect(sheet.getByRole("img", { name: texts("security.twoFactor.qr") })).toBeVisible();
  const shown = (await sheet.locator("bdi").first().textContent()) ?? "";
  const secret = shown.replaceAll(" ", "");
  await sheet.locator('input[name="code"]').fill("000000");
  await sheet.locator("button[type=submit]").click();
  await expect(centre.said("reasons.AUTH_CODE_WRONG")).toBeVisible();
  await sheet.locator('input[name="code"]').fill(codeOfApp(secret));
  await sheet.locator("button[type=submit]").click();
  const codes = centre.dialog("security.twoFactor.codesTitle");
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  const download = page.waitForEvent("download");
  await codes.getByRole("button", { name: texts("security.twoFactor.download") }).click();
  expect((await download).suggestedFilename()).toBe("truetick-recovery-codes.txt");
  await codes.getByRole("button", { name: texts("security.twoFactor.codesSaved") }).click();
  await expect(centre.button("security.twoFactor.turnOff")).toBeVisible();

  await page.goto("/");
  await door.logOut();
  await page.goto("/login?from=%2Fuser");
  await door.logIn(member.email, member.password);
  await expect(page.getByRole("heading", { name: texts("door.second.title") })).toBeVisible();
  expect(await door.session(), "the password alone opens nothing").toBeNull();
  // The code of now was used up by setting up: a code opens once.
  await door.fill({ code: codeOfApp(secret, 1) });
  await door.submit();
  await expect(page).toHaveURL(/\/user$/);
});

test("a passkey is added by the browser's authenticator, and removed after a question", async ({
  page,
  platform,
  door,
  centre,
  texts,
}) => {
  const member = await makeMember(platform, "finger");
  await page.goto("/login?from=%2Fmine%2Fsecurity");
  await door.logIn(member.email, member.password);
  await expect(page).toHaveURL(/\/mine\/security$/);
  await plugInAuthenticator(page);
  await centre.button("security.passkeys.add").click();
  const sheet = centre.dialog("security.passkeys.add");
  await sheet.locator('input[name="name"]').fill("My phone");
  await sheet.locator("button[type=submit]").click();
  await centre.prove(member.password);
  await expect(centre.said("security.passkeys.added")).toBeVisible();
  const row = page.getByRole("listitem").filter({ hasText: "My phone" });
  await expect(row).toBeVisible();
  await row.getByRole("button").click();
  const title = texts("security.passkeys.removeTitle", { name: "My phone" });
  const question = page.getByRole("dialog", { name: title });
  await question.getByRole("button", { name: texts("security.passkeys.remove") }).click();
  await expect(centre.said("security.passkeys.removed")).toBeVisible();
  await expect(row).toBeHidden();
});

test("a session is ended from another device, alone or with all others", async ({
  page,
  platform,
  door,
  centre,
  texts,
}) => {
  const member = await makeMember(platform, "sessions");
  await page.goto("/login?from=%2Fmine%2Fsecurity");
  await door.logIn(member.email, member.password);
  const sessions = page.getByRole("list", { name: texts("security.sessions.title") });
  await expect(sessions.getByRole("listitem")).toHaveCount(2);
  const token = await logInElsewhere(platform, member);
  await page.reload();
  await expect(sessions.getByRole("listitem")).toHaveCount(3);
  await expect(sessions.getByText(texts("security.sessions.current"))).toHaveCount(1);
  await sessions.getByRole("button").first().click();
  await expect(centre.said("security.sessions.ended")).toBeVisible();
  await expect(sessions.getByRole("listitem")).toHaveCount(2);
  const list = { path: "/v1/api/main/session/revoke_others", fields: {}, token };
  await expect(post(platform, list), "it is over there").rejects.toThrow("999");
  await centre.button("security.sessions.endOthers").click();
  const question = centre.dialog("security.sessions.endOthersTitle");
  await question.getByRole("button", { name: texts("security.sessions.endOthers") }).click();
  await expect(centre.said("security.sessions.othersEnded")).toBeVisible();
  await expect(sessions.getByRole("listitem")).toHaveCount(1);
  const logins = page.getByRole("list", { name: texts("security.logins.title") });
  await expect(logins.getByRole("listitem").first()).toBeVisible();
});
