// The requests of the apps about sessions, second factors, passkeys, limits and settings speak of
// declared calls, with fields that those calls know and accept, and mean what they say.

import { expect, test } from "vitest";
import { getLimits, limitsChangeFromFields, setLimits } from "./limits.calls.ts";
import { requestLimits, requestSetLimits } from "./limits.requests.ts";
import { type Limits, type LimitsChange, limitsFromWire, limitsToWire } from "./limits.ts";
import { listLogins } from "./login-record.calls.ts";
import { requestLogins } from "./login-record.requests.ts";
import {
  getMemberSettings,
  memberSettingsFromFields,
  setMemberSettings,
} from "./member-settings.calls.ts";
import { requestMemberSettings, requestSetMemberSettings } from "./member-settings.requests.ts";
import {
  type MemberSettings,
  memberSettingsFromWire,
  memberSettingsToWire,
  NO_MEMBER_SETTINGS,
} from "./member-settings.ts";
import {
  addPasskey,
  listPasskeys,
  logInByPasskey,
  newPasskeyFromFields,
  removePasskey,
  startPasskey,
  startPasskeyLogin,
} from "./passkey.calls.ts";
import {
  requestAddPasskey,
  requestNewPasskey,
  requestPasskeyChallenge,
  requestPasskeyLogin,
  requestPasskeys,
  requestRemovePasskey,
} from "./passkey.requests.ts";
import { listSessions, revokeOtherSessions, revokeSession } from "./session-list.calls.ts";
import {
  requestRevokeOtherSessions,
  requestRevokeSession,
  requestSessions,
} from "./session-list.requests.ts";
import { stepUp, stepUpByPasskey } from "./step-up.calls.ts";
import { requestStepUp, requestStepUpByPasskey } from "./step-up.requests.ts";
import {
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
  setUpTwoFactor,
} from "./two-factor.calls.ts";
import {
  requestDisableTwoFactor,
  requestEnableTwoFactor,
  requestRecoveryCodes,
  requestSetUpTwoFactor,
  requestTwoFactor,
} from "./two-factor.requests.ts";

const answer = { challengeId: "AAAAAAAAAAAAAAAAAAAAAA", response: { id: "x", type: "public-key" } };
const everyLimit: LimitsChange = {
  dailyLoss: "100.5",
  leverageMax: 30,
  stopOutOrder: "most-losing",
  coolOffHours: 24,
  excludeDays: 180,
};
const everySetting: MemberSettings = {
  theme: "dark",
  upDown: "red-up",
  language: "jp",
  hasMailNotices: false,
  hasStatementMail: false,
  hasPushNotices: true,
  defaultLots: "0.10",
  isOneTap: true,
  watchlist: "XAUUSD,EURUSD",
};

test.each([
  [listSessions, requestSessions()],
  [revokeSession, requestRevokeSession("7")],
  [revokeOtherSessions, requestRevokeOtherSessions()],
  [listLogins, requestLogins(2)],
  [getTwoFactor, requestTwoFactor()],
  [setUpTwoFactor, requestSetUpTwoFactor()],
  [enableTwoFactor, requestEnableTwoFactor("123456")],
  [disableTwoFactor, requestDisableTwoFactor("ABCDE-FGHJK-2")],
  [disableTwoFactor, requestDisableTwoFactor(null)],
  [renewRecoveryCodes, requestRecoveryCodes("123 456")],
  [renewRecoveryCodes, requestRecoveryCodes(null)],
  [listPasskeys, requestPasskeys()],
  [startPasskey, requestNewPasskey()],
  [addPasskey, requestAddPasskey({ ...answer, name: "Phone" })],
  [removePasskey, requestRemovePasskey("7")],
  [startPasskeyLogin, requestPasskeyChallenge()],
  [logInByPasskey, requestPasskeyLogin(answer)],
  [stepUp, requestStepUp({ password: "correct horse" })],
  [stepUp, requestStepUp({ code: "123456" })],
  [stepUpByPasskey, requestStepUpByPasskey(answer)],
  [getLimits, requestLimits()],
  [setLimits, requestSetLimits(everyLimit)],
  [setLimits, requestSetLimits({ dailyLoss: null, leverageMax: null })],
  [getMemberSettings, requestMemberSettings()],
  [setMemberSettings, requestSetMemberSettings(everySetting)],
  [setMemberSettings, requestSetMemberSettings(NO_MEMBER_SETTINGS)],
] as const)("$path is asked for by its declared path and fields", (call, request) => {
  const fields = "fields" in request ? request.fields : request.query;
  expect(request.path).toBe(call.path);
  expect("fields" in request).toBe(call.effect === "write");
  expect(Object.keys(call.input.shape)).toEqual(expect.arrayContaining(Object.keys(fields)));
  expect(call.input.safeParse(fields).success).toBe(true);
});

test("a change of limits or settings arrives as it was meant, and names nothing else", () => {
  const changes: LimitsChange[] = [
    everyLimit,
    { dailyLoss: null },
    { leverageMax: null },
    { stopOutOrder: "most-margin" },
    {},
  ];
  for (const change of changes) {
    const { fields } = requestSetLimits(change);
    expect(limitsChangeFromFields(setLimits.input.parse(fields))).toEqual(change);
  }
  for (const change of [everySetting, NO_MEMBER_SETTINGS, { theme: null }, { isOneTap: true }]) {
    const { fields } = requestSetMemberSettings(change);
    expect(Object.keys(fields)).toHaveLength(Object.keys(change).length);
    expect(memberSettingsFromFields(setMemberSettings.input.parse(fields))).toEqual(change);
  }
});

test.each([
  [setLimits, { daily_loss: "-1" }],
  [setLimits, { daily_loss: "1e3" }],
  [setLimits, { max_leverage: "1001" }],
  [setLimits, { stop_out_order: "" }],
  [setLimits, { stop_out_order: "least-losing" }],
  [setLimits, { cool_off_hours: "0" }],
  [setLimits, { cool_off_hours: "1009" }],
  [setLimits, { exclude_days: "0" }],
  [setLimits, { exclude_days: "1826" }],
  [setMemberSettings, { theme: "pink" }],
  [setMemberSettings, { language: "xx" }],
  [setMemberSettings, { one_tap: "2" }],
  [setMemberSettings, { default_lots: "-0.1" }],
  [setMemberSettings, { watchlist: "EURUSD,EURUSD" }],
  [setMemberSettings, { watchlist: "EURUSD," }],
  [setMemberSettings, { watchlist: "eurusd" }],
  [setMemberSettings, { watchlist: Array.from({ length: 101 }, (_, at) => `M${at}`).join() }],
  [addPasskey, { id: answer.challengeId, response: "{}", name: "  " }],
  [addPasskey, { id: answer.challengeId, response: "{}", name: "x".repeat(61) }],
  [addPasskey, { id: answer.challengeId, response: "{}", name: "two\nlines" }],
  [enableTwoFactor, { auth_code: "12345" }],
  [revokeSession, { id: "0" }],
] as const)("$path does not take %o", (call, fields) => {
  expect(call.input.safeParse(fields).success).toBe(false);
});

test("limits and settings survive the wire", () => {
  const none: Limits = {
    dailyLoss: null,
    leverageMax: null,
    stopOutOrder: "most-margin",
    coolOffUntil: null,
    excludedUntil: null,
  };
  const some: Limits = {
    dailyLoss: "12.000000",
    leverageMax: 5,
    stopOutOrder: "most-losing",
    coolOffUntil: 9,
    excludedUntil: 10,
  };
  for (const limits of [none, some]) expect(limitsFromWire(limitsToWire(limits))).toEqual(limits);
  for (const settings of [NO_MEMBER_SETTINGS, everySetting]) {
    expect(memberSettingsFromWire(memberSettingsToWire(settings))).toEqual(settings);
  }
});

test("a passkey's name and answer arrive as they were meant", () => {
  const { fields } = requestAddPasskey({ ...answer, name: " Phone " });
  expect(newPasskeyFromFields(addPasskey.input.parse(fields))).toEqual({
    challengeId: answer.challengeId,
    name: "Phone",
    response: JSON.stringify(answer.response),
  });
});
