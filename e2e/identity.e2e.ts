// Who somebody is, both sides of it: handed in, rejected with a reason, handed in again, certified;
// and the member sees who has looked.
import { expect, test } from "./journey.ts";
import { OPERATORS, staffCalls } from "./operators.ts";
import { makeMember } from "./people.ts";

test.setTimeout(120_000);

test("documents are rejected with a reason, handed in again and certified", async ({
  page,
  platform,
  door,
  cashier,
  openDesk,
  texts,
}) => {
  const member = await makeMember(platform, "who");
  await door.enterAs(member, "/mine/auth");

  // Each field has its own message.
  await cashier.submit();
  await expect(page.getByText(texts("identity.enterName"))).toBeVisible();
  await expect(page.getByText(texts("identity.enterCardId"))).toBeVisible();

  const handIn = async (round: string) => {
    await cashier.field("name").fill("Nora Example");
    await cashier.field("cardId").fill(`N${process.pid}${Date.now() % 1_000_000}`);
    await cashier.addPicture("front", `front ${round} ${member.email}`);
    await cashier.addPicture("back", `back ${round} ${member.email}`);
    await cashier.submit();
    await expect(page.getByText(texts("identity.waitingTitle"))).toBeVisible();
  };
  const waitingId = async () => {
    const staff = await staffCalls(platform, OPERATORS[1]);
    const { data } = await staff.get("identity/list?status=waiting");
    const [newest] = [...(data as { id: string }[])].sort((a, b) => Number(b.id) - Number(a.id));
    return newest?.id ?? "";
  };

  await handIn("first");
  const desk = await openDesk(0);
  await desk.open("identity", await waitingId());
  await desk.act("identity.acts.reject", { reason: "A picture cannot be read." });
  await expect(page.getByRole("main").getByText("A picture cannot be read.")).toBeVisible();

  await handIn("second");
  await desk.open("identity", await waitingId());
  await desk.act("identity.acts.approve");
  await expect(page.getByRole("main").getByText(texts("identity.certifiedTitle"))).toBeVisible();

  // H22: every look is listed.
  const looks = page.getByRole("list", { name: texts("identity.accessTitle") });
  await expect(looks.getByRole("listitem").first()).toBeVisible();
  await expect(looks).toContainText("Staff");
});

test("a picture that is none is refused, and the field is empty again", async ({
  page,
  platform,
  door,
  cashier,
  complaints,
  texts,
}) => {
  const member = await makeMember(platform, "fake");
  await door.enterAs(member, "/mine/auth");
  // The browser tells of the refused upload itself.
  complaints.expectNetworkLoss();
  const words = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>");
  const file = { name: "front.jpg", mimeType: "image/jpeg", buffer: words };
  await cashier.field("front").setInputFiles(file);
  await expect(page.getByText("front.jpg")).toBeHidden();
  await expect(page.getByText(texts("upload.choose")).first()).toBeVisible();
});
