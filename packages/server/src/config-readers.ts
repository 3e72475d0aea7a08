// How single settings are read from the environment: a text, a whole number, a choice. Used by
// config.ts and the readers beside it. Each refuses with one line that names the setting.

import { StartRefusal } from "./platform/start-refusal.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** An empty variable is an unset one, as every shell script expects. */
export function textOf(environment: Environment, name: string): string | null {
  const text = environment[name]?.trim();
  return text ? text : null;
}

export function readInteger(
  environment: Environment,
  name: string,
  { fallback, min, max }: { fallback: number; min: number; max: number },
): number {
  const text = textOf(environment, name);
  if (text === null) return fallback;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) {
    throw new StartRefusal(`${name}=${text} is not a whole number from ${min} to ${max}.`);
  }
  return value;
}

/** The first choice is the default. */
export function readChoice<Choice extends string>(
  environment: Environment,
  name: string,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  const text = textOf(environment, name);
  if (text === null) return choices[0];
  const found = choices.find((choice) => choice === text);
  if (found) return found;
  const allowed = [...new Set(choices)].join(", ");
  throw new StartRefusal(`${name}=${text} is not known; this version knows: ${allowed}.`);
}
