// T32: whichever call of the desk takes words along to a trader, they are held against the same
// rules; a call that nobody thought of is found by the table of calls.

import { CALLS, type Call } from "@truetick/contract/calls";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Operator, openTradingFloor, type TradingFloor } from "../../testing/trading-floor.ts";

let floor: TradingFloor;
let admin: Operator;

beforeAll(async () => {
  floor = await openTradingFloor();
  admin = await floor.openStaff(["admin"]);
});
afterAll(() => floor.close());
afterEach(async () => {
  expect(await floor.broken()).toEqual({});
});

const HASH = "0".repeat(64);
const proposal = (kind: string, payload: object) => (reason: string) => ({
  kind,
  payload: JSON.stringify({ ...payload, reason }),
  reason: "As agreed.",
});

/** The call, its fields with those words, and what it says to honest ones. */
const TOLD = [
  ["deposit/ask", (question: string) => ({ id: "9999", question }), "DEPOSIT_UNKNOWN"],
  ["deposit/reject", (remark: string) => ({ id: "9999", remark }), "DEPOSIT_UNKNOWN"],
  ["deposit/invalidate", (remark: string) => ({ id: "9999", remark }), "DEPOSIT_UNKNOWN"],
  ["withdrawal/ask", (question: string) => ({ id: "9999", question }), "WITHDRAWAL_UNKNOWN"],
  [
    "withdrawal/reject",
    (remark: string) => ({ id: "9999", reason: "other", remark }),
    "WITHDRAWAL_UNKNOWN",
  ],
  ["withdrawal/return", (remark: string) => ({ id: "9999", remark }), "WITHDRAWAL_UNKNOWN"],
  ["identity/ask", (question: string) => ({ id: "9999", question }), "IDENTITY_UNKNOWN"],
  ["identity/reject", (reason: string) => ({ id: "9999", reason }), "IDENTITY_UNKNOWN"],
  ["user/freeze", (reason: string) => ({ id: "9999", hours: "24", reason }), "USER_UNKNOWN"],
  ["user/unfreeze", (reason: string) => ({ id: "9999", reason }), "USER_UNKNOWN"],
  ["dispute/answer", (answer: string) => ({ id: "9999", answer }), "DISPUTE_UNKNOWN"],
  ["feedback/answer", (text: string) => ({ id: "9999", text }), "FEEDBACK_UNKNOWN"],
  ["support/send", (text: string) => ({ id: "9999", text }), "SUPPORT_THREAD_UNKNOWN"],
  [
    "support/answer_save",
    (text: string) => ({ id: "9999", name: "Hello", lang: "en", text }),
    "CANNED_UNKNOWN",
  ],
  ["proposal/submit", proposal("adjustment", { user_id: "9999", amount: "5" }), "PROPOSAL_INVALID"],
] as const;

const ASKED = [
  ["Send your 7-digit code to https://evil.example", "SUPPORT_LINK_REFUSED", "link"],
  ["Please tell us the code of your app", "SUPPORT_ASKS_SECRET", "secret"],
] as const;

const newestBlocked = async () => {
  const { rows } = await sql<{ body: string }>`select body from audit_log
    where action = 'support.blocked' order by seq desc limit 1`.execute(floor.test.database);
  return rows[0] ? JSON.parse(rows[0].body) : null;
};

describe.each(TOLD)("T32: %s", (act, fieldsOf, honest) => {
  const path = `/v1/api/desk/${act}`;

  it.each(ASKED)("does not say %j, and it is written down", async (text, reason, rule) => {
    const letters = (await floor.letters()).length;
    expect((await admin.post(path, fieldsOf(text))).reason).toBe(reason);
    expect(await newestBlocked()).toMatchObject({
      actor: { id: admin.staffId },
      subject: { kind: act.split("/")[0] },
      detail: { rule, text: expect.stringContaining(text) },
    });
    expect(await floor.letters()).toHaveLength(letters);
  });

  it("says what is honest", async () => {
    const { reason } = await admin.post(path, fieldsOf("Please send a clearer picture."));
    expect(reason).toBe(honest);
  });
});

it.each(["market_halt", "closing_only"])("T32: nor does a proposal of %s", async (kind) => {
  const fields = proposal(kind, { market_id: "EURUSD" })("Trade on at https://evil.example");
  const { reason } = await admin.post("/v1/api/desk/proposal/submit", fields);
  expect(reason).toBe("SUPPORT_LINK_REFUSED");
});

it("T32: what is written for staff only is free", async () => {
  const ann = await floor.openReal();
  const text = "Says that evil.example asked for the code 123456.";
  const noted = await admin.post("/v1/api/desk/user/note", { id: ann.userId, text });
  expect(noted.code).toBe(1);
});

it.each([
  ["deposit/approve", { id: "9999", hash: HASH }, "DEPOSIT_UNKNOWN"],
  ["withdrawal/mark_paid", { id: "9999" }, "WITHDRAWAL_UNKNOWN"],
])(
  "T32: in %s a payment is called what the bank calls it, but no address",
  async (act, of, none) => {
    const enter = async (reference: string) =>
      (await admin.post(`/v1/api/desk/${act}`, { ...of, reference })).reason;
    for (const name of ["OTP BANK 20240611", "Ref.No 12345", "AUTH CODE 884213"]) {
      expect(await enter(name)).toBe(none);
    }
    for (const name of ["see https://evil.example", "WWW.evil.example 1"]) {
      expect(await enter(name)).toBe("FIELD_INVALID");
    }
  },
);

/** Words that no trader reads as ours to them: for staff, or published for everybody. */
const FREE = {
  approveDeposit: ["reference"],
  markWithdrawalPaid: ["reference"],
  endUserSessions: ["reason"],
  noteUser: ["text"],
  rejectProposal: ["reason"],
  submitProposal: ["payload", "reason"],
  writeArticle: ["title", "summary", "body"],
  saveNewsCategory: ["name"],
} as const;

it("T32: every field of the desk that takes a sentence is held, or written down as free", () => {
  const open: Record<string, readonly string[]> = {};
  for (const [name, call] of Object.entries<Call>(CALLS)) {
    if (call.audience !== "staff" || call.effect !== "write") continue;
    const fields = Object.keys(call.input.shape).filter(
      (field) =>
        call.input.shape[field].safeParse("Please send a clearer picture.").success &&
        !call.tells?.({ [field]: "told" }).includes("told"),
    );
    if (fields.length > 0) open[name] = fields;
  }
  expect(open).toEqual(FREE);
});
