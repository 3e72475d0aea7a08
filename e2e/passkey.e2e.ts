// A passkey of a virtual authenticator, as Chromium offers it: added by its owner, then enough to
// log in without a password.
import type { Page } from "@playwright/test";
import { plugInAuthenticator } from "./authenticator.ts";
import { expect, test } from "./journey.ts";
import { logInElsewhere, makeMember, post } from "./people.ts";
import type { Platform } from "./platform.ts";

/** Adds a passkey of this browser to the account of the token. */
async function addPasskey(page: Page, platform: Platform, token: string): Promise<void> {
  const path = "/v1/api/main/passkey/register_options";
  const { id, options } = await post(platform, { path, fields: {}, token });
  const response = await page.evaluate(async (json) => {
    // The server's options are JSON of the standard, as the browser reads it.
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      json as PublicKeyCredentialCreationOptionsJSON,
    );
    const made = await navigator.credentials.create({ publicKey });
    return JSON.stringify(made);
  }, options);
  const fields = { id: String(id), name: "Phone", response };
  await post(platform, { path: "/v1/api/main/passkey/register", fields, token });
}

test("a passkey logs in without a password, and leads where it was asked for", async ({
  page,
  platform,
  door,
}) => {
  const member = await makeMember(platform, "passkey");
  const token = await logInElsewhere(platform, member);
  const fields = { password: member.password };
  await post(platform, { path: "/v1/api/main/step_up", fields, token });
  await page.goto("/login?from=%2Forder");
  await plugInAuthenticator(page);
  await addPasskey(page, platform, token);
  await door.passkeyButton.click();
  await expect(page).toHaveURL(/\/order$/);
  expect((await door.session())?.user.isDemo).toBe(false);
  await page.goto("/");
  await door.logOut();
  await page.goto("/login");
  await door.logIn(member.email, member.password);
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading, "a passkey is a second factor too").not.toHaveText("Log in");
});
