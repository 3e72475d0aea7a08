// Everything of an event that can be made again from what is shown with it.

import { type Event, type MarketTerms, RULES_VERSION } from "@truetick/engine";
import { isLevelAtMost, marginLevel } from "@truetick/money";
import { closingFaults, financingFaults } from "./closing.ts";
import type { KnownTerms } from "./conversion.ts";
import type { Fault } from "./fault.ts";
import { movementFaults } from "./movements.ts";
import { openingFaults, placingFaults } from "./opening.ts";

const STOP_OUT_PERCENT = 50n;
const MARGIN_CALL_PERCENT = 100n;

/** The market and version of the terms that the event was decided by; null: none, or unsaid. */
export function termsNamed(event: Event): { marketId: number; version: number | null } | null {
  if ("fill" in event) return { marketId: event.marketId, version: event.fill.termsVersion };
  if (event.type === "OrderPlaced") return { ...event, version: event.termsVersion };
  return event.type === "FinancingCharged" ? { ...event, version: null } : null;
}

export type Shown = {
  readonly accountId: number;
  /** As the event names them. */
  readonly terms: MarketTerms | null;
  readonly known: KnownTerms;
};

export function eventFaults(event: Event, { accountId, terms, known }: Shown): Fault[] {
  const faults = [...movementFaults(event, accountId), ...levelFaults(event)];
  const named = termsNamed(event);
  if (named === null) return faults;
  if (terms?.marketId !== named.marketId || (named.version ?? terms.version) !== terms.version) {
    const version = named.version ?? "in force";
    const detail = `the terms of market ${named.marketId}, version ${version}, are not shown`;
    return [...faults, { check: "terms", detail }];
  }
  if ("fill" in event && event.fill.rulesVersion !== RULES_VERSION) {
    const detail = `rules of version ${event.fill.rulesVersion} are not known to this program`;
    return [...faults, { check: "fill", detail }];
  }
  return [...faults, ...figureFaults(event, terms, known)];
}

function figureFaults(event: Event, terms: MarketTerms, known: KnownTerms): Fault[] {
  switch (event.type) {
    case "OrderOpened":
      return openingFaults(event, terms, known);
    case "OrderPlaced":
      return placingFaults(event, terms);
    case "OrderClosed":
    case "OrderReduced":
      return closingFaults(event, terms, known);
    case "FinancingCharged":
      return financingFaults(event, terms, known);
    default:
      return [];
  }
}

/** A margin call and a stop-out: the level is equity over margin, and low enough. */
function levelFaults(event: Event): Fault[] {
  if (event.type !== "MarginCalled" && event.type !== "StoppedOut") return [];
  const { equity, used, level } = event;
  const percent = event.type === "StoppedOut" ? STOP_OUT_PERCENT : MARGIN_CALL_PERCENT;
  const isLow = isLevelAtMost(equity, used, percent);
  if (isLow && marginLevel(equity, used) === level) return [];
  const detail = `equity ${equity} over margin ${used} does not make a level of ${level}`;
  return [{ check: "amounts", detail: isLow ? detail : `${detail} at ${percent} % or less` }];
}
