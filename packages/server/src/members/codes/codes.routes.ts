// The calls that send codes: to an address that somebody typed, to register or because the password
// is forgotten; and to a member's own stored address, whatever was typed (T17).

import { type CodePurpose, RESEND_AFTER_SECONDS, sentCodeToWire } from "@truetick/contract";
import { codeRequestFromFields, memberCodeFromFields } from "@truetick/contract/calls";
import type { Database } from "../../platform/database.ts";
import {
  type CallContext,
  type Handlers,
  isRefused,
  type Refused,
  refuse,
} from "../../platform/handler.ts";
import type { MemberPolicy } from "../registration/member-policy.ts";
import { readContact } from "../users/contact.ts";
import { contactOf, findMember, type Member } from "../users/user-table.ts";
import type { CodeSender, Sending } from "./code-sender.ts";
import type { Purpose } from "./verification-codes.ts";

export type CodeHandlers = Handlers<"sendEmailCode" | "sendSmsCode" | "sendMemberCode">;

type CodeParts = {
  readonly database: Database;
  readonly sender: CodeSender;
  readonly policy: MemberPolicy;
};

const always = async () => true;

export function createCodeHandlers(parts: CodeParts): CodeHandlers {
  return {
    sendEmailCode: (fields, context) =>
      answerTyped(parts, { kind: "email", asked: codeRequestFromFields(fields) }, context),
    sendSmsCode: (fields, context) =>
      answerTyped(parts, { kind: "mobile", asked: codeRequestFromFields(fields) }, context),
    sendMemberCode: async (fields, { caller, language }) => {
      const member = await readMember(parts.database, caller.userId);
      return answer(parts, {
        contact: contactOf(member),
        purpose: ownPurpose(memberCodeFromFields(fields)),
        asker: { kind: "member", userId: caller.userId },
        language,
        isForSomebody: always,
      });
    },
  };
}

/** What a member's own code is good for. */
function ownPurpose(purpose: CodePurpose): Purpose {
  return purpose === "password" ? "change" : purpose;
}

type Typed = {
  readonly kind: "email" | "mobile";
  readonly asked: ReturnType<typeof codeRequestFromFields>;
};

/** Refuses with COMPLETE_FORM, REGION_RESTRICTED, and what reading and sending refuse. */
async function answerTyped(
  parts: CodeParts,
  { kind, asked }: Typed,
  { caller, address, language }: CallContext,
) {
  const { purpose, captcha } = asked;
  if (caller && !caller.isDemo && purpose === "password") {
    const contact = contactOf(await readMember(parts.database, caller.userId), kind);
    const asker = { kind: "member", userId: caller.userId } as const;
    const own = { contact, purpose: ownPurpose(purpose), asker, language };
    return answer(parts, { ...own, isForSomebody: always });
  }
  if (asked.to.trim() === "") return refuse("COMPLETE_FORM");
  const contact = readContact({ kind, account: asked.to, areaId: asked.areaId });
  if (isRefused(contact)) return contact;
  // Whoever registered before a country was restricted can still reset a password and withdraw.
  const { restrictedAreas, isMobileShown } = await parts.policy();
  const isBarred = contact.countries.some((country) => restrictedAreas.includes(country));
  if (purpose === "register" && isBarred) return refuse("REGION_RESTRICTED");
  if (purpose === "register" && kind === "mobile" && !isMobileShown)
    return refuse("SENDING_PAUSED");
  return answer(parts, {
    contact,
    purpose,
    asker: { kind: "stranger", address, captcha },
    language,
    isForSomebody: async () =>
      purpose === "register" || (await findMember(parts.database, { contact })) !== null,
  });
}

async function answer({ sender }: CodeParts, sending: Sending) {
  const refused: Refused | null = await sender.send(sending);
  return refused ?? sentCodeToWire({ resendAfterSeconds: RESEND_AFTER_SECONDS });
}

async function readMember(database: Database, userId: number): Promise<Member> {
  const member = await findMember(database, { userId });
  if (!member) throw new Error("Invariant: whoever has a session exists");
  return member;
}
