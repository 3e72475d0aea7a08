// Gives a command its time. Called by the sequencer for everything it takes. The orders are copied
// field by field, and the time never comes after a spread: objects made that way each have a shape
// of their own to the runtime, and whatever reads them is many times slower.

import type { Command } from "@truetick/engine";
import type { UnstampedCommand } from "./sequencer.ts";

export function stampCommand(command: UnstampedCommand, atMs: number): Command {
  switch (command.type) {
    case "PlaceOrder":
      return {
        type: "PlaceOrder",
        atMs,
        accountId: command.accountId,
        marketId: command.marketId,
        side: command.side,
        lots: command.lots,
        leverage: command.leverage,
        target: command.target,
        askedPrice: command.askedPrice,
        maxDeviation: command.maxDeviation,
        stopLoss: command.stopLoss,
        takeProfit: command.takeProfit,
        trailingDistance: command.trailingDistance,
        expiresAtMs: command.expiresAtMs,
      };
    case "CloseOrder":
      return {
        type: "CloseOrder",
        atMs,
        accountId: command.accountId,
        orderId: command.orderId,
        lots: command.lots,
        reason: command.reason,
      };
    default:
      // The spread of a union is not known to be one of its members again.
      return { atMs, ...command } as Command;
  }
}
