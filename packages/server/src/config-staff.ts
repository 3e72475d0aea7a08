// The settings of the desk: from which networks it can be used, and its first two operators. Read
// by config.ts. Invariant: a password is never repeated in what is said about a setting.

import { type Environment, textOf } from "./config-readers.ts";
import { refusePassword } from "./members/passwords/password-rules.ts";
import { readNetwork } from "./members/staff/desk-networks.ts";
import { readEmail } from "./members/users/read-email.ts";
import { isRefused } from "./platform/handler.ts";
import { StartRefusal } from "./platform/start-refusal.ts";

export type GivenOperator = {
  readonly email: string;
  /** Null: drawn at the first start and printed once. */
  readonly password: string | null;
};

export type StaffConfig = {
  /** Networks in CIDR notation that the desk is for; none: everywhere. */
  readonly deskAllowed: readonly string[];
  /** Who is seeded when there is no staff at all. */
  readonly operators: readonly [GivenOperator, GivenOperator];
};

type Mode = "sandbox" | "live";

/** Refuses by throwing a StartRefusal. */
export function readStaffConfig(environment: Environment, mode: Mode): StaffConfig {
  const first = readOperator(environment, mode, ["OPERATOR", "operator@truetick.test"]);
  const second = readOperator(environment, mode, ["OPERATOR2", "operator2@truetick.test"]);
  if (first.email === second.email) {
    throw new StartRefusal(
      "OPERATOR_EMAIL and OPERATOR2_EMAIL are the same; two people have two addresses.",
    );
  }
  return { deskAllowed: readNetworks(environment), operators: [first, second] };
}

function readNetworks(environment: Environment): readonly string[] {
  const text = textOf(environment, "DESK_ALLOWED");
  if (text === null) return [];
  const networks = text
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
  const wrong = networks.find((each) => readNetwork(each) === null);
  if (wrong === undefined && networks.length > 0) return networks;
  throw new StartRefusal(
    `DESK_ALLOWED=${text} is not a list of networks; one looks like 10.0.0.0/8, 2001:db8::/32.` +
      " Of IPv6 none is smaller than a /64.",
  );
}

function readOperator(
  environment: Environment,
  mode: Mode,
  [name, fallback]: readonly [string, string],
): GivenOperator {
  const typed = textOf(environment, `${name}_EMAIL`) ?? fallback;
  const email = readEmail(typed);
  if (email === null) throw new StartRefusal(`${name}_EMAIL=${typed} is not an e-mail address.`);
  const password = textOf(environment, `${name}_PASSWORD`);
  // Play money may be guarded by a word that is quick to type.
  if (mode === "live" && password !== null && isRefused(refusePassword(password, [email]))) {
    throw new StartRefusal(
      `${name}_PASSWORD is short, or among the first that anybody would guess.`,
    );
  }
  return { email, password };
}
