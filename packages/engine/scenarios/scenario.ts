// Runs a story told in the dealer's own words against the engine. One line, one act; what is
// expected stands behind the arrow: events that must happen, in this order (others may happen
// between them), "nothing", or "refused REASON" with its numbers. A line without an arrow must be
// accepted; a line that begins with "->" or ";" continues the one above. After every line the
// books sum to zero; at the end a replay must give the same state.
import { expect, test } from "vitest";
import {
  apply,
  type Command,
  createState,
  decide,
  decodeCommand,
  type Event,
  encodeCommand,
  type State,
} from "../src/index.ts";
import { type Cast, newCast } from "./cast.ts";
import { foldsToSameState, sumsToZero } from "./check-state.ts";
import { readCommand } from "./read-command.ts";
import { askState } from "./read-question.ts";
import { type Told, tellEvent, tellRefusal } from "./tell.ts";

export function scenario(title: string, story: string): void {
  test(title, () => {
    const run = { state: createState(), cast: newCast(), history: [] as Event[] };
    for (const line of linesOf(story)) step(run, line);
    foldsToSameState(run.state, run.history);
  });
}

type Run = { readonly state: State; readonly cast: Cast; readonly history: Event[] };
type Line = { readonly text: string; readonly words: string[]; readonly expected: string | null };

function linesOf(story: string): Line[] {
  return story
    .replace(/\n\s*(?=->|;)/g, " ")
    .split("\n")
    .map((text) => text.trim())
    .filter((text) => text !== "" && !text.startsWith("#"))
    .map((text) => {
      const [act = "", expected] = text.split("->");
      return { text, words: act.trim().split(/\s+/), expected: expected?.trim() ?? null };
    });
}

function step(run: Run, line: Line): void {
  const answer = askState(run.state, run.cast, line.words);
  if (answer !== null) {
    expectTold([answer], line);
    return;
  }
  const commands = readCommand(run.cast, line.words);
  const told = commands.flatMap((command) => carryOut(run, command));
  sumsToZero(run.state);
  if (line.expected === null) {
    expect(
      told.find(({ kind }) => kind === "refused"),
      line.text,
    ).toBeUndefined();
  } else {
    expectTold(told, line);
  }
}

function carryOut({ state, cast, history }: Run, command: Command): Told[] {
  const decision = decide(state, command);
  if (decision.isAccepted) expect(decodeCommand(encodeCommand(command))).toEqual(command);
  if (!decision.isAccepted) return [tellRefusal(cast, decision.refusal)];
  for (const event of decision.events) {
    apply(state, event);
    history.push(event);
    cast.meet(event);
  }
  return decision.events.flatMap((event) => tellEvent(cast, event) ?? []);
}

/** Each expected event must be among those told, in order. */
function expectTold(told: readonly Told[], line: Line): void {
  const shown = told.map(({ kind, words }) => `${kind} ${words.join(" ")}`).join("; ");
  if (line.expected === "nothing") {
    expect(shown, line.text).toBe("");
    return;
  }
  let from = 0;
  for (const wanted of (line.expected ?? "").split(";")) {
    const at = told.findIndex((one, index) => index >= from && isTold(one, wanted));
    expect(at, `${line.text}\n  happened: ${shown || "nothing"}`).toBeGreaterThanOrEqual(0);
    from = at + 1;
  }
}

/** Kind first (answers have none), then words in their order; numbers compare as numbers. */
function isTold({ kind, words }: Told, wanted: string): boolean {
  const wantedWords = wanted.trim().split(/\s+/);
  if (kind !== "" && kind !== wantedWords.shift()) return false;
  let from = 0;
  return wantedWords.every((word) => {
    const at = words.findIndex((one, index) => index >= from && isSameWord(one, word));
    from = at + 1;
    return at >= 0;
  });
}

function isSameWord(left: string, right: string): boolean {
  return left === right || (plain(left) === plain(right) && /^-?\d/.test(left));
}

/** 550.050000 and 550.05 are the same number. */
function plain(word: string): string {
  return /^-?\d+\.\d+$/.test(word) ? word.replace(/\.?0+$/, "") : word;
}
