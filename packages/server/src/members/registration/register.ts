// Registering: what a stranger sends becomes a member with an account in the real book and a
// session. Called by the gateway. Invariants: one address or number, one member, whatever races
// (T15); who comes from where the service is not offered is refused (T81); that an account exists
// is told only to whoever proved to own its address (T14) - or solved a picture, where the
// operator asks for no more.

import { type CALLS, type Registration, registrationFromFields } from "@truetick/contract/calls";
import type { Captchas } from "../../platform/captcha/captchas.ts";
import type { Database } from "../../platform/database.ts";
import { type Handler, isRefused, type Refused, refuse } from "../../platform/handler.ts";
import { findArea } from "../areas/areas.ts";
import { countriesOf, isRestricted } from "../areas/where-from.ts";
import type { AttemptWindows } from "../attempts/attempt-windows.ts";
import type { VerificationCodes } from "../codes/verification-codes.ts";
import type { Welcome } from "../login/welcome.ts";
import { refusePassword } from "../passwords/password-rules.ts";
import { BUSY, type Busy, type Passwords } from "../passwords/passwords.ts";
import { type ReadContact, readContact } from "../users/contact.ts";
import { createMember, type NewMember } from "../users/create-user.ts";
import { parseInviteCode } from "../users/invite-code.ts";
import { type MobileNumber, readMobile } from "../users/read-mobile.ts";
import { findMember } from "../users/user-table.ts";
import type { MemberPolicy } from "./member-policy.ts";

const HOUR_MS = 3_600_000;

export type RegisterParts = {
  readonly database: Database;
  readonly codes: VerificationCodes;
  readonly captchas: Captchas;
  readonly windows: AttemptWindows;
  readonly passwords: Passwords;
  readonly policy: MemberPolicy;
  readonly welcome: Welcome;
  readonly registrationsPerHour: number;
};

export function createRegister(parts: RegisterParts): Handler<typeof CALLS.register> {
  const { database, passwords, welcome } = parts;

  return async (fields, context) => {
    const { address, language } = context;
    const draft = registrationFromFields(fields);
    const policy = await parts.policy();
    const person = readPerson(draft, policy);
    if (isRefused(person)) return person;
    const { contact } = person;
    const weak = refusePassword(draft.password, [contact.value]);
    if (weak) return weak;
    const asked = { draft, person, address, language: language.id, mode: policy.verifyMode };
    // Before a try is counted: who is turned away because others are waiting has tried nothing.
    const passwordHash = await passwords.admit(() => join(parts, asked));
    if (passwordHash === BUSY) return refuse("BUSY");
    if (typeof passwordHash !== "string") return passwordHash;
    const member = await findMember(database, { contact });
    if (!member) throw new Error("Invariant: a member that was created is found");
    const proof = { passwordHash, hasSecondFactor: false };
    return welcome(member, { ...context, method: "password" }, proof);
  };
}

type VerifyMode = Awaited<ReturnType<MemberPolicy>>["verifyMode"];

type Asked = {
  readonly draft: Registration;
  readonly person: Person;
  readonly address: string;
  readonly language: string;
  readonly mode: VerifyMode;
};

/** Makes the member; answers the hash of the password. Refuses with what proof and invite do. */
async function join(
  parts: RegisterParts,
  { draft, person, address, language, mode }: Asked,
): Promise<string | Busy | Refused> {
  const { database, windows, passwords } = parts;
  // Before an invite code is looked up, so that nobody looks up many (T80).
  const hour = { what: "register", subject: address, windowMs: HOUR_MS };
  if ((await windows.count(hour)).tries > parts.registrationsPerHour) return refuse("TOO_MANY");
  const invitedBy = await findInviter(database, draft.inviteCode);
  if (isRefused(invitedBy)) return invitedBy;
  const proof = await checkProof(parts, { draft, contact: person.contact, address, mode });
  if (isRefused(proof)) return proof;
  const passwordHash = await passwords.hash(draft.password);
  if (passwordHash === BUSY) return BUSY;
  const isProved = proof.codeId !== null;
  const newMember = { ...person, isProved, passwordHash, invitedBy, language };
  return (await store(parts, newMember, proof.codeId)) ?? passwordHash;
}

type Person = Pick<NewMember, "statedMobile" | "area" | "country"> & {
  readonly contact: ReadContact;
};

/** Refuses what is missing, malformed, or from where the service is not offered. */
function readPerson(
  draft: Registration,
  policy: Awaited<ReturnType<MemberPolicy>>,
): Person | Refused {
  const { verifyMode, isMobileShown } = policy;
  if (draft.account.trim() === "") return refuse("ACCOUNT_REQUIRED");
  if (draft.password === "") return refuse("PASSWORD_REQUIRED");
  if (draft.repeated === "") return refuse("COMPLETE_FORM");
  if (draft.password !== draft.repeated) return refuse("PASSWORDS_DIFFER");
  if (draft.kind === "mobile" && !isMobileShown) return refuse("SENDING_PAUSED");
  const contact = readContact(draft);
  if (isRefused(contact)) return contact;
  const area = draft.areaId === null ? null : findArea(draft.areaId);
  const country = draft.country === null ? null : findArea(draft.country);
  if (draft.country !== null && country === null) return refuse("AREA_UNKNOWN");
  const stated = readStated(draft, { area, isNeeded: verifyMode === "codeAndPhone" });
  if (isRefused(stated)) return stated;
  const statedMobile = stated?.number ?? null;
  const mobile = contact.kind === "mobile" ? contact.value : null;
  const countries = countriesOf({ area, country, mobile, statedMobile });
  if (isRestricted(countries, policy)) return refuse("REGION_RESTRICTED");
  return { contact, statedMobile, area, country };
}

/** The number beside an e-mail account; null where there is none. */
function readStated(
  { kind, mobile }: Registration,
  { area, isNeeded }: { area: string | null; isNeeded: boolean },
): MobileNumber | null | Refused {
  if (kind === "mobile") return null;
  if (mobile === null) return isNeeded ? refuse("COMPLETE_FORM") : null;
  if (area === null && !mobile.trim().startsWith("+")) return refuse("AREA_UNKNOWN");
  return readMobile(mobile, area) ?? refuse("MOBILE_INVALID");
}

async function findInviter(
  database: Database,
  typed: string | null,
): Promise<number | null | Refused> {
  if (typed === null) return null;
  const code = parseInviteCode(typed);
  if (code === null) return refuse("INVITE_UNKNOWN");
  const inviter = await database
    .selectFrom("app_user")
    .select("id")
    .where("invite_code", "=", code)
    .executeTakeFirst();
  return inviter ? Number(inviter.id) : refuse("INVITE_UNKNOWN");
}

/** Refuses with CODE_REQUIRED, CODE_WRONG, CAPTCHA_NEEDED or CAPTCHA_WRONG. */
async function checkProof(
  { codes, captchas }: RegisterParts,
  asked: {
    readonly draft: Registration;
    readonly contact: ReadContact;
    readonly address: string;
    readonly mode: VerifyMode;
  },
): Promise<{ readonly codeId: bigint | null } | Refused> {
  const { draft, contact, address, mode } = asked;
  if (mode === "captcha") {
    if (draft.captcha === null) return refuse("CAPTCHA_NEEDED");
    const isRight = await captchas.isRight(draft.captcha, { purpose: "register", address });
    return isRight ? { codeId: null } : refuse("CAPTCHA_WRONG");
  }
  if (draft.code.trim() === "") return refuse("CODE_REQUIRED");
  const codeId = await codes.attempt({ contact, purpose: "register" }, draft.code);
  return codeId === null ? refuse("CODE_WRONG") : { codeId };
}

/** Uses the code up and makes the member. Refuses with CODE_WRONG or ACCOUNT_TAKEN. */
function store(
  { database, codes }: RegisterParts,
  member: NewMember,
  codeId: bigint | null,
): Promise<Refused | null> {
  return database.transaction().execute(async (tx) => {
    if (codeId !== null && !(await codes.use(tx, codeId))) return refuse("CODE_WRONG");
    return (await createMember(tx, member)) ? null : refuse("ACCOUNT_TAKEN");
  });
}
