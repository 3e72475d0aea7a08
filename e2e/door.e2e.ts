// The door: easy for the right person. The demo in one tap, an account by e-mail and by phone,
// logging in and out, passwords, and a session that is ended elsewhere.
import { expect, test } from "./journey.ts";
import { logInElsewhere, makeMember, newEmail, PASSWORD, post } from "./people.ts";

const NEW_PASSWORD = "another Lamp, higher";

test("the demo opens in one tap, and the device keeps its account", async ({ page, door }) => {
  await page.goto("/login");
  await door.demoButton.click();
  await expect(page).toHaveURL(/\/trade$/);
  const first = await door.session();
  expect(first?.user.isDemo).toBe(true);
  await page.reload();
  await page.goto("/order");
  await expect(page, "a reload stays logged in").toHaveURL(/\/order$/);
  await page.goto("/");
  await door.logOut();
  expect(await door.session()).toBeNull();
  await page.goto("/login?from=%2Forder");
  await door.demoButton.click();
  await expect(page).toHaveURL(/\/order$/);
  const again = await door.session();
  expect(again?.user.uid).toBe(first?.user.uid);
  expect(again?.token).not.toBe(first?.token);
  await page.goto("/mine/password");
  const onlyReal = door.said("Please register or log in to a real account");
  await expect(onlyReal, "a demo account has no password").toBeVisible();
});

test("an account by e-mail: the code, the way back, and the same door again", async ({
  page,
  platform,
  door,
  texts,
}) => {
  const email = newEmail("anna");
  await page.goto("/order?type=1");
  await expect(page, "a visitor is asked in").toHaveURL(/\/login\?from=%2Forder%3Ftype%3D1$/);
  const openAccount = { name: texts("door.openAccount"), exact: true };
  await page.getByRole("main").getByRole("link", openAccount).click();
  await expect(page).toHaveURL(/\/register\?from=/);
  await door.submit();
  await expect(door.said(texts("reasons.ACCOUNT_REQUIRED"))).toBeVisible();
  await expect(door.field("email")).toBeFocused();
  await door.fill({ email });
  await door.sendButton.click();
  await expect(door.countdown, "60 s before the next one").toBeDisabled();
  await door.fill({ code: await platform.outbox.codeFor(email), password: PASSWORD });
  await door.fill({ repeated: "something else" });
  await door.agree();
  await door.submit();
  await expect(door.said(texts("door.passwordsNotEqual"))).toBeVisible();
  await door.fill({ repeated: PASSWORD });
  await door.submit();
  await expect(page, "from is honoured").toHaveURL(/\/order\?type=1$/);
  await page.goto("/");
  await door.logOut();
  await page.goto("/login?from=%2Fcopy");
  await door.logIn(email, "not the password");
  await expect(door.said(texts("reasons.LOGIN_FAILED"))).toBeVisible();
  await door.logIn(email, PASSWORD);
  await expect(page).toHaveURL(/\/copy$/);
});

test("an account by phone, found by its country, and a login with it", async ({
  page,
  platform,
  door,
  texts,
}) => {
  const digits = String(process.pid).padStart(6, "0").slice(-6);
  const mobile = `5${test.info().project.name === "phone" ? "1" : "2"}${digits}`;
  await page.goto("/register");
  await door.chooseMobile();
  await door.chooseArea("hong kong");
  await door.fill({ mobile });
  await door.sendButton.click();
  await door.fill({ code: await platform.outbox.codeFor(`+852${mobile}`) });
  await door.fill({ password: PASSWORD, repeated: PASSWORD });
  await door.agree();
  await door.submit();
  await expect(page).toHaveURL(/\/$/);
  await expect(door.said(texts("door.register.welcome"))).toBeVisible();
  await door.logOut();
  await page.goto("/login");
  await door.chooseMobile();
  await door.fill({ mobile: `+852 ${mobile}`, password: PASSWORD });
  await door.submit();
  await expect(page).toHaveURL(/\/$/);
  expect((await door.session())?.user.isDemo).toBe(false);
});

test("a forgotten password is set anew by a code, and the old one opens nothing", async ({
  page,
  platform,
  door,
  texts,
}) => {
  const { email } = await makeMember(platform, "forgot");
  await page.goto("/login");
  await page.getByRole("link", { name: texts("door.forgot") }).click();
  await expect(page).toHaveURL(/\/forgot$/);
  await expect(door.sendButton).toBeVisible();
  await door.fill({ email });
  await door.sendButton.click();
  await door.fill({ code: await platform.outbox.codeFor(email) });
  await door.fill({ password: NEW_PASSWORD, repeated: NEW_PASSWORD });
  await door.submit();
  await expect(page).toHaveURL(/\/login$/);
  await expect(door.said(texts("door.forgotScreen.done"))).toBeVisible();
  await door.logIn(email, PASSWORD);
  await expect(door.said(texts("reasons.LOGIN_FAILED"))).toBeVisible();
  await door.logIn(email, NEW_PASSWORD);
  await expect(page).toHaveURL(/\/$/);
});

test("a password is changed by who knows the old one and gets the code", async ({
  page,
  platform,
  door,
  texts,
}) => {
  const member = await makeMember(platform, "change");
  await page.goto("/mine/password");
  await door.logIn(member.email, member.password);
  await expect(page).toHaveURL(/\/mine\/password$/);
  await door.fill({ oldPassword: PASSWORD, password: NEW_PASSWORD, repeated: "x" });
  await door.submit();
  await expect(door.said("Password confusion")).toBeVisible();
  await door.fill({ repeated: NEW_PASSWORD });
  await door.sendButton.click();
  await door.fill({ code: await platform.outbox.codeFor(member.email), oldPassword: "wrong" });
  await door.submit();
  await expect(door.said(texts("reasons.PASSWORD_WRONG"))).toBeVisible();
  await door.fill({ oldPassword: PASSWORD });
  await door.submit();
  await expect(door.said(texts("door.change.done"))).toBeVisible();
  expect(await door.session(), "this device stays logged in").not.toBeNull();
  await expect(logInElsewhere(platform, member)).rejects.toThrow();
});

test("a session that is ended elsewhere leads to /login, and back", async ({
  page,
  platform,
  door,
  texts,
}) => {
  const member = await makeMember(platform, "elsewhere");
  await page.goto("/login?from=%2Forder");
  await door.logIn(member.email, member.password);
  await expect(page).toHaveURL(/\/order$/);
  const token = await logInElsewhere(platform, member);
  await post(platform, { path: "/v1/api/main/session/revoke_others", fields: {}, token });
  await expect(page).toHaveURL(/\/login\?from=%2Forder$/);
  expect(await door.session()).toBeNull();
  await expect(door.said(texts("reasons.SESSION_EXPIRED"))).toBeVisible();
  await door.logIn(member.email, member.password);
  await expect(page).toHaveURL(/\/order$/);
});

test("T25: a hostile from never leaves the platform", async ({ page, platform, door }) => {
  await page.goto("/");
  for (const from of ["//evil.test", "/\\evil.test"]) {
    await page.goto(`/login?from=${encodeURIComponent(from)}`);
    await door.demoButton.click();
    await expect(page).toHaveURL(`${platform.origin}/trade`);
    await page.evaluate(() => localStorage.removeItem("truetick.session"));
  }
});
