// The route table: every declared call joined with the one function that answers it. Built once
// at start from the contract and the areas' handlers. Invariant: a table that exists is whole;
// a call without handler, audience or effect, two of one address, or a handler nobody declared
// stop the start with a line that names the call.

import { AUDIENCES, type Call, EFFECTS, sentKindOf } from "@truetick/contract/calls";
import type { CallContext, StaffContext, TraderContext } from "../../platform/handler.ts";
import { type Method, methodsOf } from "./check-method.ts";

/** An area's handlers as the gateway sees them; `Handlers` checks them where they are made. */
export type AreaHandlers = Readonly<
  Record<string, (input: never, context: TraderContext & StaffContext) => unknown>
>;

export type Route = {
  readonly name: string;
  readonly call: Call;
  readonly run: (input: unknown, context: CallContext) => unknown;
  /** Its POSTs may take the plain lane: fields in, an envelope out, and nobody's secret. */
  readonly isPlain: boolean;
};

export type Place = {
  readonly routes: Readonly<Partial<Record<Method, Route>>>;
  /** For the Allow header. */
  readonly allow: string;
  /** Nobody else may learn that it is there (T84). */
  readonly isForStaff: boolean;
  /** The desk's, its ways in included: from elsewhere than its networks it is not there (T84). */
  readonly isOfDesk: boolean;
};

export type RouteTable = ReadonlyMap<string, Place>;

export function buildRouteTable({
  calls,
  areas,
}: {
  calls: Readonly<Record<string, Call>>;
  areas: readonly AreaHandlers[];
}): RouteTable {
  const problems = [
    ...Object.entries(calls).flatMap(([name, call]) => problemsOfCall(name, call, areas)),
    ...areas.flatMap((area) =>
      Object.keys(area)
        .filter((name) => !Object.hasOwn(calls, name))
        .map((name) => `${name} has a handler but is not declared`),
    ),
  ];
  const places = new Map<string, Partial<Record<Method, Route>>>();
  for (const [name, call] of Object.entries(calls)) {
    const place = places.get(call.path) ?? {};
    const run = areas.find((area) => Object.hasOwn(area, name))?.[name];
    if (!run) continue;
    for (const method of methodsOf(call)) {
      const taken = place[method]?.name;
      if (taken) problems.push(`${name} and ${taken} are both ${method} ${call.path}`);
      // The input was read by this very call's schema, and the caller found for its audience,
      // which is what the handler's type says.
      place[method] = { name, call, run: run as Route["run"], isPlain: isPlain(call) };
    }
    places.set(call.path, place);
  }
  if (problems.length > 0) throw new Error(`The route table is broken: ${problems.join("; ")}.`);
  return new Map(
    [...places].map(([path, routes]) => {
      const allow = Object.keys(routes).join(", ");
      const isForStaff = Object.values(routes).every(({ call }) => call.audience === "staff");
      return [path, { routes, allow, isForStaff, isOfDesk: isOfDesk(path) }];
    }),
  );
}

function isOfDesk(path: string): boolean {
  return path.startsWith("/v1/api/desk/");
}

/** What only staff may know of is left where every stranger's request ends up (T84). */
function isPlain({ effect, body, path, output }: Call): boolean {
  const isEnvelope = sentKindOf(output) === null;
  return effect === "write" && body === undefined && !isOfDesk(path) && isEnvelope;
}

function problemsOfCall(name: string, call: Call, areas: readonly AreaHandlers[]): string[] {
  const handlers = areas.filter((area) => Object.hasOwn(area, name)).length;
  const problems: string[] = [];
  if (handlers === 0) problems.push(`${name} has no handler`);
  if (handlers > 1) problems.push(`${name} has ${handlers} handlers`);
  if (!AUDIENCES.includes(call.audience)) problems.push(`${name} has no audience`);
  if (!EFFECTS.includes(call.effect)) problems.push(`${name} has no effect`);
  if (call.audience === "staff" && !call.permission) problems.push(`${name} has no permission`);
  return problems;
}
