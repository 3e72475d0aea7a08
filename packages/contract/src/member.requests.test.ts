// The requests of the apps about members speak of declared calls, with fields that those calls know
// and accept, and arrive as they were meant.

import { expect, test } from "vitest";
import { listAreas } from "./area.calls.ts";
import { getCaptcha } from "./captcha.calls.ts";
import {
  requestAreas,
  requestCaptcha,
  requestChangePassword,
  requestCode,
  requestLogIn,
  requestMemberCode,
  requestRegister,
  requestResetPassword,
} from "./member.requests.ts";
import { changePassword, passwordResetFromFields, resetPassword } from "./password.calls.ts";
import { register, registrationFromFields } from "./registration.calls.ts";
import { logIn, logInFromFields } from "./session.calls.ts";
import {
  codeRequestFromFields,
  sendEmailCode,
  sendMemberCode,
  sendSmsCode,
} from "./verification.calls.ts";

const captcha = { id: "c1", answer: "abcde" };

const login = {
  kind: "mobile",
  account: "91234567",
  password: "correct horse",
  areaId: "344",
  secondFactorCode: "123456",
  captcha,
} as const;

const registration = {
  kind: "email",
  areaId: "344",
  account: "ann@example.test",
  password: "correct horse",
  repeated: "correct horse",
  inviteCode: "ABCDEFGHJK",
  mobile: "91234567",
  country: "HK",
} as const;

const reset = {
  kind: "email",
  account: "ann@example.test",
  areaId: null,
  password: "correct horse",
  repeated: "correct horse",
  code: "1234567",
} as const;

const sending = { kind: "mobile", to: "91234567", areaId: "344", purpose: "password" } as const;

test.each([
  [listAreas, requestAreas()],
  [getCaptcha, requestCaptcha("login")],
  [logIn, requestLogIn(login)],
  [logIn, requestLogIn({ ...login, areaId: null, secondFactorCode: null, captcha: null })],
  [register, requestRegister({ ...registration, proof: { code: "1234567" } })],
  [register, requestRegister({ ...registration, proof: { captcha }, inviteCode: null })],
  [sendSmsCode, requestCode({ ...sending, captcha })],
  [sendEmailCode, requestCode({ ...sending, kind: "email", captcha: null })],
  [sendMemberCode, requestMemberCode("step_up")],
  [resetPassword, requestResetPassword(reset)],
  [
    changePassword,
    requestChangePassword({ oldPassword: "old horse", password: "new horse", code: "1234567" }),
  ],
] as const)("%# is asked for by its declared path and fields", (call, request) => {
  const fields = "fields" in request ? request.fields : request.query;
  expect(request.path).toBe(call.path);
  expect("fields" in request).toBe(call.effect === "write");
  expect(Object.keys(call.input.shape)).toEqual(expect.arrayContaining(Object.keys(fields)));
  expect(call.input.safeParse(fields).success).toBe(true);
});

test("what a form holds arrives as it was meant", () => {
  expect(logInFromFields(logIn.input.parse(requestLogIn(login).fields))).toEqual(login);
  const byCode = requestRegister({ ...registration, proof: { code: "1234567" } });
  expect(registrationFromFields(register.input.parse(byCode.fields))).toEqual({
    ...registration,
    code: "1234567",
    captcha: null,
  });
  const byPicture = requestRegister({ ...registration, proof: { captcha } });
  expect(registrationFromFields(register.input.parse(byPicture.fields))).toMatchObject({ captcha });
  const { fields } = requestResetPassword(reset);
  expect(passwordResetFromFields(resetPassword.input.parse(fields))).toEqual(reset);
  const sent = sendSmsCode.input.parse(requestCode({ ...sending, captcha }).fields);
  const { kind: _, ...asked } = sending;
  expect(codeRequestFromFields(sent)).toEqual({ ...asked, captcha });
});

test("an account is told by its look where the client does not name its kind", () => {
  expect(logInFromFields({ account: "ann@example.test" }).kind).toBe("email");
  expect(logInFromFields({ account: "+85291234567", login_type: "" }).kind).toBe("mobile");
});
