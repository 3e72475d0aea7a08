// Staff log a member out everywhere, when a device was stolen or a stranger is in: found by the
// address, with a reason, from the desk. The screen that is open shows the door without being
// asked, the other device is refused, and the member can come in again.
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./journey.ts";
import { deskText } from "./pages/desk.ts";
import { logInElsewhere, makeMember, post } from "./people.ts";

const REASON = "The phone was stolen.";

test("the desk logs a member out everywhere, and the open screen shows the door", async ({
  page,
  platform,
  door,
  openDesk,
}) => {
  test.setTimeout(150_000);
  const member = await makeMember(platform, "stolen");
  await page.goto("/login?from=%2Fmine%2Fsecurity");
  await door.logIn(member.email, member.password);
  await expect(page).toHaveURL(/\/mine\/security$/);
  const elsewhere = {
    path: "/v1/api/main/setting",
    fields: { language: "en" },
    token: await logInElsewhere(platform, member),
  };
  await post(platform, elsewhere);

  const desk = await openDesk(0);
  await desk.page.goto(`${platform.origin}/desk/users?q=${encodeURIComponent(member.email)}`);
  await desk.page.locator('a[href*="/desk/users/"]').first().click();
  const sessions = desk.page.getByRole("table", { name: deskText("users.sessions") });
  // Registering opened one, too.
  await expect(sessions.locator("tbody tr")).toHaveCount(3);
  await desk.button("users.acts.logOut").click();
  await expect(desk.page.getByRole("dialog")).toContainText(deskText("users.acts.logOutText"));
  await expectAccessible(desk.page);
  await desk.page.getByRole("dialog").locator('[name="reason"]').fill(REASON);
  await desk.page.getByRole("dialog").locator("button[type=submit]").click();
  await expect(desk.page.getByText(deskText("users.acts.loggedOut"))).toBeVisible();

  await expect(page).toHaveURL(/\/login\?from=%2Fmine%2Fsecurity$/);
  expect(await door.session(), "nothing of it is kept").toBeNull();
  await expect(post(platform, elsewhere), "it is over there").rejects.toThrow("999");
  await expect(desk.page.getByText(deskText("users.noSessions"))).toBeVisible();
  await expect(desk.button("users.acts.logOut")).toHaveCount(0);
  await desk.page.goto(`${platform.origin}/desk/audit`);
  await expect(desk.page.getByText(REASON).first()).toBeVisible();

  await door.logIn(member.email, member.password);
  await expect(page).toHaveURL(/\/mine\/security$/);
});
