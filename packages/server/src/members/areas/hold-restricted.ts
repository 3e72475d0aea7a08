// The border that whatever opens a position passes: whoever is in a country that the service is not
// offered to opens nothing new, and may close, cancel, set stops and withdraw as before (T81). Put
// around the handlers by main-areas.ts. Demo users come from nowhere and play on. An order asks
// nobody: the session knows the countries, and the list is read once a second at most.

import type { PlatformSettings } from "@truetick/contract";
import type { Clock } from "../../platform/clock.ts";
import { refuse, type StaffContext, type TraderContext } from "../../platform/handler.ts";
import type { MemberPolicy } from "../registration/member-policy.ts";
import { isRestricted } from "./where-from.ts";

const OPENING_CALLS: ReadonlySet<string> = new Set(["placeOrder", "startFollow", "addToFollow"]);

const FRESH_MS = 1_000;
/** Longer than this a list is not believed without asking again. */
const BELIEVED_MS = 10_000;

/** As the border sees them; `Handlers` checks them where they are made. */
type Handle = (fields: never, context: TraderContext & StaffContext) => unknown;
type Area = Readonly<Record<string, Handle>>;

export type HoldRestrictedParts = {
  readonly policy: MemberPolicy;
  readonly clock: Pick<Clock, "monotonic">;
};

export function holdRestricted(
  parts: HoldRestrictedParts,
  areas: readonly Area[],
): readonly Area[] {
  const policyNow = createRememberedPolicy(parts);
  const hold =
    (handle: Handle): Handle =>
    (fields, context) => {
      const { countries } = context.caller;
      if (!countries) return handle(fields, context);
      const answer = (policy: RememberedPolicy) =>
        isRestricted(countries, policy) ? refuse("REGION_RESTRICTED") : handle(fields, context);
      const policy = policyNow();
      return policy instanceof Promise ? policy.then(answer) : answer(policy);
    };
  return areas.map((area) =>
    Object.fromEntries(
      Object.entries(area).map(([name, handle]) => [
        name,
        OPENING_CALLS.has(name) ? hold(handle) : handle,
      ]),
    ),
  );
}

type RememberedPolicy = Pick<PlatformSettings, "restrictedAreas">;

/** What is known at once; as a promise where that is nothing, or too old. */
function createRememberedPolicy({ policy, clock }: HoldRestrictedParts) {
  let known: { readonly policy: RememberedPolicy; readonly askedAtMs: number } | null = null;
  let asking: Promise<RememberedPolicy> | null = null;

  async function ask(): Promise<RememberedPolicy> {
    const askedAtMs = clock.monotonic();
    try {
      const { restrictedAreas } = await policy();
      known = { policy: { restrictedAreas }, askedAtMs };
      return known.policy;
    } finally {
      asking = null;
    }
  }

  return (): RememberedPolicy | Promise<RememberedPolicy> => {
    const ageMs = known ? clock.monotonic() - known.askedAtMs : Infinity;
    if (known && ageMs < FRESH_MS) return known.policy;
    asking ??= ask();
    if (!known || ageMs >= BELIEVED_MS) return asking;
    // Whoever asks when it is too old hears of the failure.
    asking.catch(() => undefined);
    return known.policy;
  };
}
