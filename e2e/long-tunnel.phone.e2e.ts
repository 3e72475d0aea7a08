// Half a minute without a line, longer than the app waits for an answer; with `npm run test:full`
// also five minutes. The same promises as in a short tunnel (T01, F11).
import { test } from "./line.ts";
import { orderInTunnel } from "./tunnels.ts";

for (const seconds of process.env.FULL ? [30, 300] : [30]) {
  test(`T01 a tunnel of ${seconds} s around an order: said, survived, ordered once`, async ({
    page,
    complaints,
    door,
    ticket,
    shell,
    orders,
    ownLine,
  }) => {
    test.setTimeout(seconds * 1_000 + 150_000);
    await door.enterDemo();
    complaints.expectNetworkLoss();
    await orderInTunnel({ page, ticket, shell, orders, line: ownLine }, seconds);
  });
}
