// What a trader asks of his orders afterwards, on phone and desktop: the history filtered, kept in
// the address and saved as a file whose sums are the screen's; one order by its number with what
// filled it; a part of a position closed; a waiting order given an end; everything of one market
// closed; and what happens in one window seen in another.
import { readFile } from "node:fs/promises";
import { expect, test } from "./journey.ts";
import { OrdersPage } from "./pages/orders.ts";
import { post } from "./people.ts";
import type { Platform } from "./platform.ts";

const EURUSD = { forex_id: "1", multiple: "30", status: "1", type: "1", cont: "0.03" };
const USDJPY = { ...EURUSD, forex_id: "3", type: "2" };

type Desk = { readonly platform: Platform; readonly token: string };

async function place({ platform, token }: Desk, fields: Record<string, string>): Promise<string> {
  const placed = await post(platform, { path: "/v1/api/forex/submit", fields, token });
  return String(placed.Id);
}

async function close({ platform, token }: Desk, id: string): Promise<void> {
  await post(platform, { path: "/v1/api/forex/close", fields: { id }, token });
}

/** The columns of a file by name; none of ours has a comma inside. */
function readCsv(text: string): Record<string, string>[] {
  const [head = "", ...rows] = text.trimEnd().split("\r\n");
  const names = head.split(",");
  return rows.map((row) => {
    const cells = row.split(",");
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ""]));
  });
}

test("history is filtered, keeps its filters, and is saved as what the screen says", async ({
  page,
  platform,
  texts,
  door,
  orders,
}) => {
  await door.enterDemo();
  const desk = { platform, token: (await door.session())?.token ?? "" };
  await close(desk, await place(desk, EURUSD));
  await close(desk, await place(desk, USDJPY));
  await close(desk, await place(desk, USDJPY));
  const waiting = await place(desk, { ...EURUSD, status: "0", target_price: "0.90000" });
  await post(platform, {
    path: "/v1/api/forex/cancel_trade",
    fields: { id: waiting },
    token: desk.token,
  });

  await orders.open("history");
  await expect(orders.rows).toHaveCount(4);
  await orders.choose("columns.side", texts("ticket.sell"));
  await expect(orders.rows).toHaveCount(2);
  await expect(orders.first).toContainText("USD/JPY");
  await expect(page).toHaveURL(/side=sell/);
  await page.reload();
  await expect(orders.rows).toHaveCount(2);

  const saving = page.waitForEvent("download");
  await orders.exportButton.click();
  const file = readCsv(await readFile(await (await saving).path(), "utf8"));
  expect(file.map(({ market }) => market)).toEqual(["USD/JPY", "USD/JPY"]);
  const sum = file.reduce((total, { profit }) => total + Number(profit), 0);
  expect(await orders.total()).toBeCloseTo(sum, 6);

  await orders.choose("columns.endedBy", texts("closeReasons.stop-out"));
  await expect(orders.nothing("filtered")).toBeVisible();
  await page
    .getByRole("button", { name: texts("orders.filters.clear") })
    .first()
    .click();
  await expect(orders.rows).toHaveCount(4);
  await expect(page).toHaveURL(/\/order\?type=3$/);
});

test("an order is found by its number, a part of it closed, and all of one market", async ({
  page,
  platform,
  texts,
  door,
  orders,
}) => {
  await door.enterDemo();
  const desk = { platform, token: (await door.session())?.token ?? "" };
  const id = await place(desk, EURUSD);
  await place(desk, USDJPY);

  await page.goto(`/order?type=1&id=${id}`);
  await expect(orders.popup).toContainText(texts("orders.filled"));
  await orders.popup.getByRole("button", { name: texts("orders.closePart") }).click();
  const part = texts("orders.closeSome", { lots: "0.01" });
  await orders.popup.getByRole("button", { name: part }).click();
  await expect(orders.popup).toBeHidden();
  await expect(page).toHaveURL(/\/order\?type=1$/);
  await expect(orders.row(id)).toContainText("0.02");

  await orders.tab("history").click();
  await orders.openFirst();
  await expect(orders.popup).toContainText(texts("orders.whyClosed.user"));
  await orders.popup.getByRole("button", { name: id, exact: true }).click();
  await expect(orders.popup).toContainText(texts("orders.parts"));
  await page.keyboard.press("Escape");

  await orders.open("holding");
  await expect(orders.rows).toHaveCount(2);
  await page.getByRole("button", { name: texts("orders.closeAll") }).click();
  const question = page.getByRole("dialog", { name: texts("orders.closeAll") });
  await question.getByRole("combobox").selectOption({ label: "EUR/USD (1)" });
  await question.getByRole("button", { name: texts("orders.closeAll") }).click();
  await expect(question).toBeHidden();
  await expect(orders.rows).toHaveCount(1);
  await expect(orders.first).toContainText("USD/JPY");

  await page.goto("/order?type=3&id=987654321");
  await expect(page.getByRole("alert")).toContainText(texts("reasons.ORDER_UNKNOWN"));
});

test("a waiting order is given an end", async ({ page, platform, texts, door, orders }) => {
  await door.enterDemo();
  const desk = { platform, token: (await door.session())?.token ?? "" };
  await place(desk, { ...EURUSD, status: "0", target_price: "0.90000" });
  await orders.open("pending");
  await orders.openFirst();
  const validity = orders.popup.getByRole("combobox", { name: texts("ticket.expiry") });
  await validity.selectOption({ label: texts("ticket.expiries.week") });
  await orders.popup.getByRole("button", { name: texts("orders.amend") }).click();
  await expect(page.getByText(texts("orders.done.amended", { market: "EUR/USD" }))).toBeVisible();
  // What the order has now is a moment of its own.
  await expect(validity).toHaveValue("moment");
  await page.keyboard.press("Escape");
  await expect(orders.first).toContainText(/20\d\d/);
});

test("what is closed in one window leaves the other, with its popup", async ({
  context,
  platform,
  texts,
  door,
  orders,
}) => {
  await door.enterDemo();
  const desk = { platform, token: (await door.session())?.token ?? "" };
  await place(desk, EURUSD);
  await orders.open("holding");
  await orders.openFirst();
  const elsewhere = new OrdersPage(await context.newPage(), texts);
  await elsewhere.open("holding");
  await elsewhere.openFirst();
  await elsewhere.end("closePosition");
  await expect(orders.popup).toBeHidden();
  await expect(orders.nothing("holding")).toBeVisible();
});
