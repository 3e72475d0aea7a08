// A stamped command is the command and its time, whatever it is.

import { accountId, marketId, orderId } from "@truetick/engine";
import { lots, money, price } from "@truetick/money";
import { expect, it } from "vitest";
import type { UnstampedCommand } from "./sequencer.ts";
import { stampCommand } from "./stamp-command.ts";

const COMMANDS: readonly UnstampedCommand[] = [
  {
    type: "PlaceOrder",
    accountId: accountId(1),
    marketId: marketId(2),
    side: "sell",
    lots: lots(300),
    leverage: 30,
    target: price(4),
    askedPrice: price(5),
    maxDeviation: 6,
    stopLoss: price(7),
    takeProfit: price(8),
    trailingDistance: 9,
    expiresAtMs: 10,
  },
  {
    type: "CloseOrder",
    accountId: accountId(1),
    orderId: orderId(2),
    lots: lots(3),
    reason: "copy",
  },
  { type: "CancelOrder", accountId: accountId(1), orderId: orderId(2) },
  {
    type: "Credit",
    accountId: accountId(1),
    cause: "deposit",
    causeId: 2,
    amount: money(3n),
  },
];

it.each(COMMANDS)("adds the time to $type and loses nothing", (command) => {
  expect(stampCommand(command, 11)).toEqual({ ...command, atMs: 11 });
});
