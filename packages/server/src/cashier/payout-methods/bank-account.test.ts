// Bank accounts are held against their checksums, texts against what hides in them (T70), and
// numbers are masked (T72); payees are compared with the certified name.

import { expect, test } from "vitest";
import { maskAccount, readBankAccount } from "./bank-account.ts";
import { isSamePerson } from "./payee-name.ts";

const ACCOUNT = {
  bankName: "First Harbour Bank",
  bankAddress: "1 Harbour Road, Hong Kong",
  bankSwift: "DEUTDEFF500",
  payeeName: "Zoë O’Neil",
  payeeAccount: "DE89 3704 0044 0532 0130 00",
  routingCode: "",
  branchName: "Central (5)",
  payeeAddress: "Straße 4 / 2",
  postCode: "ec1a 1bb",
  beneficiaryCurrency: "eur",
  remark: "Rent #4",
};

test("an account is kept in one spelling", () => {
  expect(readBankAccount(ACCOUNT, "EUR")).toEqual({
    isOk: true,
    account: {
      ...ACCOUNT,
      payeeAccount: "DE89370400440532013000",
      postCode: "EC1A 1BB",
      beneficiaryCurrency: "EUR",
    },
  });
  const american = {
    ...ACCOUNT,
    bankSwift: "",
    routingCode: "021000021",
    payeeAccount: "000123-456",
  };
  const read = readBankAccount({ ...american, beneficiaryCurrency: "" }, "USD");
  expect(read).toMatchObject({
    isOk: true,
    account: { payeeAccount: "000123456", beneficiaryCurrency: "USD" },
  });
});

test.each([
  ["bankName", ""],
  ["bankName", "7"],
  ["bankName", "<b>Bank</b>"],
  ["bankName", "Bank\u202Eknab"],
  ["bankName", "B".repeat(101)],
  ["bankSwift", "DEUTDEF"],
  ["bankSwift", "DEUTDEFF50"],
  ["bankSwift", "ДEUTDEFF"],
  ["bankSwift", ""],
  ["payeeName", ""],
  ["payeeName", "Ann\u200BLee"],
  ["payeeName", "Ann<script>"],
  ["payeeAccount", ""],
  ["payeeAccount", "123"],
  ["payeeAccount", "DE88370400440532013000"],
  ["payeeAccount", "GB82WEST12345698765433"],
  ["payeeAccount", "ACCOUNT"],
  ["payeeAccount", "12345678901234567890123456789012345"],
  ["routingCode", "021000022"],
  ["routingCode", "000000000"],
  ["routingCode", "02100002"],
  ["branchName", "=cmd|' /C calc'!A0"],
  ["postCode", "1234567890123456789"],
  ["beneficiaryCurrency", "USD"],
  ["remark", "x".repeat(141)],
  ["remark", "line\u0000break"],
] as const)("T70: %s %j is refused by name", (field, value) => {
  expect(readBankAccount({ ...ACCOUNT, [field]: value }, "EUR")).toEqual({ isOk: false, field });
});

test.each([
  ["GB82WEST12345698765432", "••••5432"],
  ["12345", "••••45"],
  ["", ""],
])("T72: %j is shown as %j", (account, shown) => {
  expect(maskAccount(account)).toBe(shown);
});

test.each([
  ["Zoë O'Neil", "ZOE O NEIL", true],
  ["NEIL Zoe O", "Zoë O'Neil", true],
  ["Mr. Tai Man CHAN", "Chan Tai Man", true],
  ["Chan Tai Man Peter", "Chan Tai Man", true],
  ["陳大文", "陳大文", true],
  ["Chan", "Chan Tai Man", false],
  ["Li Siu Ming", "Chan Tai Man", false],
  ["", "Chan Tai Man", false],
  ["Chan Tai Man", "", false],
])("the payee %j is %j: %s", (payee, certified, isSame) => {
  expect(isSamePerson(payee, certified)).toBe(isSame);
});
