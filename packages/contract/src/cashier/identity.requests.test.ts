// The requests of the apps about identities and pictures speak of declared calls, with fields that
// those calls know and accept; what the wire carries reads back as it was.

import { expect, test } from "vitest";
import {
  approveIdentity,
  askIdentity,
  identityCasesFromFields,
  identityQuestionFromFields,
  identityRejectionFromFields,
  listIdentityCases,
  rejectIdentity,
  showIdentityCase,
} from "../desk/identity.calls.ts";
import {
  requestApproveIdentity,
  requestAskIdentity,
  requestIdentityCase,
  requestIdentityCases,
  requestRejectIdentity,
} from "../desk/identity.requests.ts";
import { type IdentityCase, identityCaseFromWire, identityCaseToWire } from "../desk/identity.ts";
import {
  getIdentity,
  identityFromFields,
  listIdentityAccesses,
  submitIdentity,
} from "./identity.calls.ts";
import {
  requestIdentity,
  requestIdentityAccesses,
  requestSubmitIdentity,
} from "./identity.requests.ts";
import {
  type Identity,
  identityAccessFromWire,
  identityAccessToWire,
  identityFromWire,
  identityToWire,
} from "./identity.ts";
import { getFile, uploadImage } from "./upload.calls.ts";
import { fileIdOf, fileUrlOf, IMAGE_UPLOAD_PATH, uploadedUrlFromWire } from "./upload.ts";

const ID = "AbCdEfGhIjKlMnOpQrS_-0";
const form = {
  name: "Chan Tai Man",
  cardId: "A123456(7)",
  frontUrl: fileUrlOf(ID),
  backUrl: fileUrlOf(ID),
};

test.each([
  [getIdentity, requestIdentity()],
  [submitIdentity, requestSubmitIdentity(form)],
  [listIdentityAccesses, requestIdentityAccesses()],
  [listIdentityCases, requestIdentityCases({ status: "waiting", cursor: "" })],
  [listIdentityCases, requestIdentityCases({ status: "rejected", cursor: "17" })],
  [showIdentityCase, requestIdentityCase("7")],
  [approveIdentity, requestApproveIdentity("7")],
  [rejectIdentity, requestRejectIdentity("7", "It cannot be read.")],
  [askIdentity, requestAskIdentity("7", "Which street?")],
] as const)("%# is asked for by its declared path and fields", (call, request) => {
  const fields = "fields" in request ? request.fields : request.query;
  expect(request.path).toBe(call.path);
  expect("fields" in request).toBe(call.effect === "write");
  expect(Object.keys(call.input.shape)).toEqual(expect.arrayContaining(Object.keys(fields)));
  expect(call.input.safeParse(fields).success).toBe(true);
});

test("what a form holds arrives as it was meant", () => {
  expect(identityFromFields(requestSubmitIdentity(form).fields)).toEqual(form);
  expect(identityFromFields({})).toEqual({ name: "", cardId: "", frontUrl: "", backUrl: "" });
  const rejection = rejectIdentity.input.parse(requestRejectIdentity("7", " no ").fields);
  expect(identityRejectionFromFields(rejection)).toEqual({ id: 7, reason: "no" });
  const question = askIdentity.input.parse(requestAskIdentity("7", "what?").fields);
  expect(identityQuestionFromFields(question)).toEqual({ id: 7, question: "what?" });
  expect(identityCasesFromFields({})).toEqual({ status: "waiting", cursor: "" });
});

test("an identity and a look at it read back as they were", () => {
  const waiting: Identity = {
    status: "waiting",
    name: "C***",
    cardId: "***4567",
    frontUrl: fileUrlOf(ID),
    backUrl: null,
    reason: "",
    question: "Which street?",
    submittedAt: 1_700_000_000,
    dueAt: 1_700_086_400,
    decidedAt: null,
  };
  const wire = identityToWire(waiting);
  expect(getIdentity.output.parse(wire)).toEqual(wire);
  expect(wire.review_status).toBe(1);
  expect(identityFromWire(wire)).toEqual(waiting);
  const access = { at: 1_700_000_000, who: "Staff 7", what: "front" } as const;
  expect(identityAccessFromWire(identityAccessToWire(access))).toEqual(access);
});

test("a case reads back as it was", () => {
  const shown: IdentityCase = {
    id: "7",
    userId: "3",
    uid: "123456789",
    status: "rejected",
    submittedAt: 1_700_000_000,
    dueAt: 1_700_086_400,
    decidedAt: 1_700_000_100,
    hasQuestion: false,
    isDuplicate: true,
    name: "Chan Tai Man",
    cardId: "A123456(7)",
    frontUrl: null,
    backUrl: fileUrlOf(ID),
    reason: "It cannot be read.",
    question: "",
    decidedBy: "Ann",
    twins: [{ userId: "4", uid: "987654321", status: "approved" }],
    history: [{ id: "6", status: "replaced", submittedAt: 1, decidedAt: null, reason: "" }],
    viewsLeft: 49,
  };
  const wire = identityCaseToWire(shown);
  expect(showIdentityCase.output.parse(wire)).toEqual(wire);
  expect(identityCaseFromWire(wire)).toEqual(shown);
});

test("a picture's address is one of ours, or none", () => {
  expect(uploadImage.path).toBe(IMAGE_UPLOAD_PATH);
  expect(fileIdOf(fileUrlOf(ID))).toBe(ID);
  expect(getFile.input.safeParse({ id: ID }).success).toBe(true);
  expect(uploadedUrlFromWire({ url: fileUrlOf(ID) })).toBe(`/files/${ID}`);
  for (const url of ["", "/files/", `/files/${ID}x`, `http://a.test/files/${ID}`, "/files/../a"]) {
    expect(fileIdOf(url)).toBeNull();
    expect(() => uploadedUrlFromWire({ url })).toThrow("not an uploaded picture");
  }
});
