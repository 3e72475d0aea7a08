// A trader's browser and an operator's talk to each other, both ways and live, and go on doing so
// when the server is started anew in the middle.
import { expect, test } from "./journey.ts";
import { ChatPage } from "./pages/chat.ts";
import { deskText } from "./pages/desk.ts";
import { makeMember } from "./people.ts";

/** Both sides come back by themselves. */
const RECOVERED_WITHIN_MS = 40_000;
const PAUSE_MS = 1_000;

test("trader and operator chat both ways, through a restart of the server", async ({
  page,
  door,
  platform,
  texts,
  complaints,
  openDesk,
}) => {
  test.setTimeout(180_000);
  await door.enterAs(await makeMember(platform, "asks"), "/mine");
  const chat = new ChatPage(page, texts);
  await chat.open();
  await expect(page.getByText(texts("chat.here"))).toBeVisible();
  await expect(page.getByText(texts("chat.never"))).toBeVisible();
  await chat.send("Where is my deposit?");

  const desk = await openDesk(0);
  await desk.page
    .getByRole("link", { name: new RegExp(`^${deskText("shell.places.chat")}`) })
    .click();
  await desk.page.getByRole("link", { name: /Where is my deposit\?/ }).click();
  const answer = desk.page.getByRole("textbox", { name: deskText("chat.placeholder") });
  const said = desk.page.getByRole("list", { name: deskText("chat.said") });
  await expect(said.getByText("Where is my deposit?")).toBeVisible();
  await expect(
    chat.log.getByText(texts("chat.seen")),
    "the trader sees that it was read",
  ).toBeVisible();

  await answer.pressSequentially("It");
  await expect(chat.typing, "the trader sees that somebody writes").toBeVisible();
  await answer.fill("It was credited a minute ago.");
  await answer.press("Enter");
  await expect(chat.said("It was credited a minute ago.")).toBeVisible();
  await expect(said.getByText(deskText("chat.seen"), { exact: true })).toBeVisible();

  complaints.expectNetworkLoss();
  await platform.restart(PAUSE_MS);
  await expect(async () => {
    await chat.field.fill("Thank you!");
    await chat.frame.getByRole("button", { name: texts("chat.send") }).click();
    await expect(said.getByText("Thank you!").first()).toBeVisible({ timeout: 8_000 });
  }).toPass({ timeout: RECOVERED_WITHIN_MS });
  await answer.fill("You are welcome.");
  await answer.press("Enter");
  await expect(chat.said("You are welcome.")).toBeVisible({ timeout: RECOVERED_WITHIN_MS });
  await expect(chat.said("Where is my deposit?"), "nothing was lost").toBeVisible();
});
