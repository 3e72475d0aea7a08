// Somebody's things with texts that are nowhere else, what could fool a call into touching them,
// and all that their owner can see. For the test that walks through every call as somebody else.

import { createECDH, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { addPasskey, stepUpByPassword, turnOnApp } from "../../members/testing/open-member.ts";
import { createSoftwareAuthenticator } from "../../testing/software-authenticator.ts";
import type { Fields, Trader, TradingFloor } from "../../testing/trading-floor.ts";

/** Where her browser is reached; the key is a point of the curve. */
const HER_DEVICE = {
  endpoint: "https://push.example.test/canary-endpoint",
  p256dh: createECDH("prime256v1").generateKeys("base64url"),
  auth: randomBytes(16).toString("base64url"),
};

/** Well-formed: the addresses of this network carry a checksum. */
const HER_ADDRESS = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
const THIEFS_ADDRESS = "TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj";

type Canaries = Awaited<ReturnType<typeof leaveCanaries>>;

const ORDER = { type: 1, cont: "0.05", forex_id: 1, status: 1, multiple: 30 } as const;

/** What lets a call of somebody else's run, with whatever of hers it could be fooled by. */
export async function fieldsOf(
  floor: TradingFloor,
  name: string,
  canaries: Canaries,
): Promise<Fields> {
  const { recoveryCode: auth_code } = canaries;
  switch (name) {
    case "placeOrder":
    case "previewOrder":
      floor.quote("EURUSD", "1.10000", "1.10010");
      return ORDER;
    case "listOrders":
    case "downloadOrders":
      // The end of a time here, where others take an address.
      return { status: 1, page: 1, to: "" };
    case "listAccountLog":
      return { status: 1, page: 1 };
    case "getReceipt":
      return { id: await receiptIdOf(floor, canaries.orderId) };
    case "getWhy":
    case "listReceipts":
      return { order_id: canaries.orderId };
    case "listStepReceipts":
      return { of: "deposit", id: canaries.depositId };
    case "getStatement":
    case "downloadStatement":
      return { from: 0, to: 4_000_000_000 };
    case "disputeAdjustment":
    case "replyFeedback":
      return { text: "not mine" };
    case "submitFeedback":
      return { content: "of a thief" };
    case "amendOrder":
      return { target_price: "1.00000", stop_loss_price: "0.90000" };
    case "setStops":
      return { stop_loss_price: "0.90000" };
    case "setTrailingStop":
      return { trailing_distance: 100 };
    case "joinSupport":
      return { key: randomBytes(32).toString("base64url") };
    case "setLimits":
      return { daily_loss: "12", max_leverage: 30 };
    case "setMemberSettings":
      return { default_lots: "0.02", theme: "dark", notify_email: 0 };
    case "addAlert":
      return { forex_id: 1, price: "1.5" };
    case "subscribePush":
      return { ...HER_DEVICE, endpoint: "https://push.example.test/a-thief" };
    case "unsubscribePush":
      return { endpoint: HER_DEVICE.endpoint };
    case "sendMemberCode":
      return { purpose: "password" };
    case "changePassword":
      return { new_password: "a thief of passwords 7", auth_code: canaries.mailedCode };
    case "stepUp":
      return { password: "not the password 1", auth_code };
    case "enableTwoFactor":
    case "disableTwoFactor":
    case "renewRecoveryCodes":
      return { auth_code };
    case "addPasskey":
      return { ...(await canaries.madePasskey()), name: "a thief's" };
    case "stepUpByPasskey":
      return await canaries.usedPasskey();
    default:
      return { ...moneyFieldsOf(name, canaries), ...copyFieldsOf(name, canaries) };
  }
}

/** Of the event that changed her order last. */
async function receiptIdOf(floor: TradingFloor, orderId: string): Promise<string> {
  const { rows } = await sql<{ journal_seq: bigint }>`
    select journal_seq from trade_order where order_id = ${orderId}`.execute(floor.test.database);
  return `journal-${rows[0]?.journal_seq}-1`;
}

function copyFieldsOf(name: string, { leader, orderId }: Canaries): Fields {
  switch (name) {
    case "setOwnListing":
      return { user: "a-thief", is_listed: 1 };
    case "startFollow":
      return { user: leader, amount: "100", factor: "1" };
    case "changeFollow":
      return { factor: "2" };
    case "pauseFollow":
      return { is_paused: 1 };
    case "addToFollow":
    case "takeFromFollow":
      return { amount: "1" };
    case "listCopiedOrders":
      return { status: 1 };
    case "closeCopiedOrder":
      return { order_id: orderId };
    default:
      return {};
  }
}

/** Whom she copies, in an account of her own. */
async function followSomebody(floor: TradingFloor, ann: Trader) {
  const leader = await floor.openReal("1000");
  const alias = `leader-${leader.userId}`;
  const { id } = await floor.test.database
    .selectFrom("user_account")
    .select("id")
    .where("user_id", "=", BigInt(leader.userId))
    .executeTakeFirstOrThrow();
  await floor.test.database.insertInto("leader").values({ account_id: id, alias }).execute();
  const wanted = { user: alias, amount: "123.456789", factor: "1", stop_percent: "", max_lots: "" };
  const { data } = await ann.post("/api/follow/start", wanted);
  return { leader: alias, followId: String(data.id) };
}

function moneyFieldsOf(name: string, { methodId }: Canaries): Fields {
  switch (name) {
    case "submitDeposit":
      return { number: "25", charge_id: 1 };
    case "submitWireDeposit":
      return { number: "50", wire_id: 1 };
    case "startCardDeposit":
      return { number: "20" };
    case "payTestCard":
      return { card: "4242 4242 4242 4242" };
    case "bindPayoutMethod":
      return { draw_id: 1, type: 1, dc_address: THIEFS_ADDRESS };
    case "quoteWithdrawal":
      return { draw_currency_id: 1, number: "20" };
    case "withdraw":
      return { draw_currency_id: 1, number: "20", draw_method_id: methodId };
    case "confirmWithdrawal":
      return { auth_code: "1234567" };
    case "answerDeposit":
    case "answerWithdrawal":
    case "disputeAdjustment":
      return { text: "it is mine" };
    case "getStatement":
    case "downloadStatement":
      return { from: 1, to: 2_000_000_000 };
    default:
      return {};
  }
}

/** Things of hers with texts that are nowhere else. */
export async function leaveCanaries(floor: TradingFloor, ann: Trader) {
  await stepUpByPassword(ann);
  const { reply: passkey, authenticator } = await addPasskey(ann, "canary-passkey");
  const options = "/v1/api/main/passkey/register_options";
  const { data: making } = await ann.post(options);
  const made = JSON.stringify(createSoftwareAuthenticator().make(making.options));
  const { recoveryCodes } = await turnOnApp(floor, ann);
  await ann.post("/v1/api/main/user/send_code", { purpose: "password" });
  const mailedCode = (await floor.letters()).at(-1)?.code ?? "";
  await ann.post("/v1/api/main/setting", { default_lots: "7.654321" });
  await ann.post("/v1/api/main/limit", { daily_loss: "765.4321", max_leverage: "97" });
  floor.quote("EURUSD", "1.10000", "1.10010");
  const order = await ann.post("/v1/api/forex/submit", { ...ORDER, cont: "0.03" });
  const sessions = await ann.get("/v1/api/main/session/list");
  const { email } = (await ann.get("/api/user/info")).data;
  const deposit = await ann.post("/api/quickCharge/submit", { number: "76.54321", charge_id: 1 });
  const method = { draw_id: 1, type: 1, dc_address: HER_ADDRESS };
  const bound = await ann.post("/api/wallet/bind_draw_method", method);
  const alert = await ann.post("/v1/api/main/alert/add", { forex_id: 1, price: "1.76543" });
  await ann.post("/v1/api/main/push/subscribe", HER_DEVICE);
  await ann.post("/v1/api/support/send", { text: "canary-chat" });
  const feedback = await ann.post("/api/feedback/submit", { content: "canary-feedback" });
  const { leader, followId } = await followSomebody(floor, ann);
  // Her notices are there, too, once nothing is done behind the back of her calls.
  await floor.letters();
  const notices = await ann.get("/v1/api/main/notice/list");
  const ids = {
    depositId: String(deposit.data.id),
    methodId: String(bound.data.id),
    passkeyId: String(passkey.data.id),
    orderId: String(order.data.Id),
    sessionId: String(sessions.data.data[0].Id),
    alertId: String(alert.data.id),
    feedbackId: String(feedback.data.id),
    noticeId: String(notices.data.data[0].id),
    followId,
  };
  return {
    ...ids,
    leader,
    ids: Object.values(ids),
    email: String(email),
    recoveryCode: recoveryCodes[0] ?? "",
    mailedCode,
    madePasskey: async () => ({ id: String(making.id), response: made }),
    usedPasskey: async () => {
      const asked = await ann.post("/v1/api/main/passkey/login_options");
      const response = JSON.stringify(authenticator.answer(asked.data.options));
      return { id: String(asked.data.id), response };
    },
    texts: [
      "canary-passkey",
      "canary-chat",
      "canary-feedback",
      "7.654321",
      "765.4321",
      "0.03",
      "76.54321",
      "123.456789",
      "1.76543",
      HER_ADDRESS,
      HER_DEVICE.endpoint,
      ann.token,
      email,
    ],
  };
}

/** All that she can see, without what moves by itself. */
export async function readAll(floor: TradingFloor, ann: Trader) {
  const paths = [
    "/v1/api/main/setting",
    "/v1/api/main/limit",
    "/v1/api/main/two_factor/status",
    "/v1/api/main/login/list",
    "/v1/api/main/wallet/getBalance",
    "/api/user/info",
    "/api/quickCharge/quick_ist",
    "/api/wallet/get_draw_method",
    "/api/account/draw_list",
    "/api/user_real/center",
    "/v1/api/main/notice/list",
    "/v1/api/main/alert/list",
    "/v1/api/support/thread",
    "/api/feedback/list",
    "/api/follow/mine",
  ];
  const devices = await floor.test.database
    .selectFrom("push_device")
    .innerJoin("user_session", "user_session.id", "push_device.session_id")
    .select(["push_device.id", "push_device.session_id", "push_device.sealed"])
    .where("user_session.user_id", "=", BigInt(ann.userId))
    .execute();
  const seen = await Promise.all(paths.map(async (path) => (await ann.get(path)).data));
  const orders = await ann.get("/v1/api/forex/my_deal", { status: 1 });
  const held = orders.data.data.map((order: Record<string, unknown>) => [
    order.Id,
    order.TargetLossPrice,
    order.TargetProfitPrice,
    order.TrailingDistance,
  ]);
  const { password_hash } = await floor.test.database
    .selectFrom("app_user")
    .select("password_hash")
    .where("id", "=", BigInt(ann.userId))
    .executeTakeFirstOrThrow();
  // Not when they were last used: hers did answer, and proved to a stranger's session nothing.
  const passkeys = (await ann.get("/v1/api/main/passkey/list")).data.data.map(
    ({ Id, Name }: { Id: string; Name: string }) => [Id, Name],
  );
  return [...seen, held, passkeys, password_hash, devices];
}
