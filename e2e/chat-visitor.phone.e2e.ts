// Somebody asks before having an account, and what was said goes along when they have one; a
// picture that they send is seen by them and by staff.
import { drawPicture } from "./funds.ts";
import { expect, test } from "./journey.ts";
import { ChatPage } from "./pages/chat.ts";
import { deskText } from "./pages/desk.ts";
import { makeMember } from "./people.ts";

test("a visitor chats before logging in, and takes it along; pictures are private", async ({
  page,
  door,
  platform,
  texts,
  openDesk,
}) => {
  test.setTimeout(120_000);
  const chat = new ChatPage(page, texts);
  await chat.open();
  await expect(page.getByText(texts("chat.visitor"))).toBeVisible();
  await chat.send("Which markets are open on Sundays?");
  await door.enterAs(await makeMember(platform, "visitor"), "/mine");
  await chat.open();
  await expect(chat.said("Which markets are open on Sundays?")).toBeVisible();
  await expect(page.getByText(texts("chat.visitor"))).toHaveCount(0);

  await chat.frame.locator("input[type=file]").setInputFiles({
    name: "receipt.jpg",
    mimeType: "image/jpeg",
    buffer: await drawPicture("receipt"),
  });
  await chat.send("This is the receipt.");
  await expect(chat.log.getByRole("img", { name: texts("chat.picture") })).toBeVisible();
  await expect(chat.log.getByText(texts("chat.sent"))).toBeVisible();
  await page.reload();
  await expect(chat.log.getByRole("img", { name: texts("chat.picture") })).toBeVisible();

  const desk = await openDesk(0);
  await desk.page
    .getByRole("link", { name: new RegExp(`^${deskText("shell.places.chat")}`) })
    .click();
  await desk.page.getByRole("link", { name: /This is the receipt\./ }).click();
  await desk.page.getByRole("button", { name: deskText("chat.showPicture") }).click();
  await expect(desk.page.getByRole("img").first()).toBeVisible();
});
