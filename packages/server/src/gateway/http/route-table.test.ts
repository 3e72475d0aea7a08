// The route table fails loudly: each way to declare a call wrongly stops the start by name, and
// the calls of the platform are exactly the reviewed list below.

import { CALLS, type Call } from "@truetick/contract/calls";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { buildRouteTable } from "./route-table.ts";

const read: Call = {
  method: "GET",
  path: "/v1/api/test/read",
  effect: "read",
  audience: "visitor",
  summary: "Reads.",
  input: z.object({}),
  output: z.null(),
  reasons: [],
};
const answer = () => null;

/** What is served, path by path. A new one is a decision. */
const EVERY_PATH = [
  "GET, HEAD /v1/api/forex/trade_list",
  "GET, HEAD /v1/api/forex/getCategories",
  "GET, HEAD /v1/api/forex/kline",
  "GET, HEAD /v1/api/forex/abbreviated_cache_kline",
  "GET, HEAD /v1/api/market/tape",
  "GET, HEAD /v1/api/market/sources",
  "GET, HEAD /v1/api/market/changes",
  "GET, HEAD /v1/api/forex/market_terms",
  "GET, HEAD /v1/api/market/seeds",
  "GET, POST /v1/api/forex/submit",
  "GET, HEAD /v1/api/forex/order_preview",
  "GET, HEAD /v1/api/forex/my_deal",
  "GET, HEAD /v1/api/forex/order",
  "GET, HEAD /v1/api/forex/my_deal/csv",
  "GET, POST /v1/api/forex/close",
  "GET, POST /v1/api/forex/close_all",
  "GET, POST /v1/api/forex/cancel_trade",
  "GET, POST /v1/api/forex/set_stop_price",
  "GET, POST /v1/api/forex/set_trailing_stop",
  "GET, POST /v1/api/forex/amend_trade",
  "GET, HEAD /v1/api/main/wallet/getBalance",
  "GET, HEAD /v1/api/main/account/forexDetail",
  "GET, HEAD /v1/api/main/accountLog/forexChange",
  "GET, POST /v1/api/main/user/resetForexDemoAccount",
  "GET, HEAD /api/default/area_list",
  "GET, HEAD /api/captcha",
  "POST /api/notify/send_email",
  "POST /api/notify/send_sms",
  "POST /v1/api/main/user/send_code",
  "POST /api/user/register",
  "POST /api/user/loginForU",
  "POST /api/user/forget_password",
  "POST /api/user/amend_password",
  "GET, POST /api/user/createAccountDemoForU",
  "GET, HEAD /api/user/info",
  "POST /v1/api/main/user/logout",
  "GET, HEAD /api/company/getCompanyStatus",
  "GET, HEAD /api/company/getCompany",
  "GET, POST /api/company/select",
  "GET, HEAD /api/basicSet/getBasicInfo",
  "GET, HEAD /api/default/setting",
  "GET, HEAD /api/default/complaint_email",
  "GET, HEAD /api/news/list",
  "GET, HEAD /api/news/info",
  "GET, HEAD /api/follow/list",
  "GET, HEAD /v1/api/main/session/list",
  "POST /v1/api/main/session/revoke",
  "POST /v1/api/main/session/revoke_others",
  "GET, HEAD /v1/api/main/login/list",
  "GET, HEAD /v1/api/main/two_factor/status",
  "POST /v1/api/main/two_factor/setup",
  "POST /v1/api/main/two_factor/enable",
  "POST /v1/api/main/two_factor/disable",
  "POST /v1/api/main/two_factor/recovery_codes",
  "GET, HEAD /v1/api/main/passkey/list",
  "POST /v1/api/main/passkey/register_options",
  "POST /v1/api/main/passkey/register",
  "POST /v1/api/main/passkey/remove",
  "POST /v1/api/main/passkey/login_options",
  "POST /v1/api/main/passkey/login",
  "POST /v1/api/main/step_up",
  "POST /v1/api/main/step_up/passkey",
  "GET, HEAD, POST /v1/api/main/limit",
  "GET, HEAD, POST /v1/api/main/setting",
  "GET, HEAD /v1/api/main/notice/list",
  "POST /v1/api/main/notice/read",
  "GET, HEAD /v1/api/main/alert/list",
  "POST /v1/api/main/alert/add",
  "POST /v1/api/main/alert/remove",
  "GET, HEAD /v1/api/main/push/key",
  "POST /v1/api/main/push/subscribe",
  "POST /v1/api/main/push/unsubscribe",
  "GET, HEAD /v1/api/forex/popular",
  "POST /api/common/image_upload",
  "GET, HEAD /files/{id}",
  "GET, HEAD /api/user_real/center",
  "POST /api/user_real/real_name",
  "GET, HEAD /v1/api/main/identity/access_list",
  "GET, HEAD /api/quickCharge/symbols",
  "GET, HEAD /api/quickCharge/info",
  "GET, HEAD /api/quickCharge/wire_info",
  "GET, POST /api/quickCharge/submit",
  "GET, POST /api/quickCharge/wire_submit",
  "GET, HEAD /api/quickCharge/quick_ist",
  "GET, HEAD /v1/api/main/deposit/show",
  "POST /v1/api/main/deposit/answer",
  "GET, HEAD /api/quickCharge/card_info",
  "POST /api/quickCharge/card_submit",
  "POST /v1/api/sandbox/card_pay",
  "POST /v1/api/sandbox/card_cancel",
  "POST /v1/api/hook/stripe",
  "GET, HEAD /api/account/draw_symbol_list",
  "GET, HEAD /api/wallet/get_draw_method",
  "POST /api/wallet/bind_draw_method",
  "POST /api/wallet/del_draw_method",
  "GET, HEAD /v1/api/main/withdrawal/quote",
  "POST /api/account/draw",
  "POST /api/account/draw_confirm",
  "POST /v1/api/main/withdrawal/send_code",
  "POST /v1/api/main/withdrawal/cancel",
  "POST /v1/api/main/withdrawal/answer",
  "GET, HEAD /api/account/draw_list",
  "GET, HEAD /v1/api/cashier/promises",
  "GET, HEAD /v1/api/main/statement",
  "GET, HEAD /v1/api/main/statement/csv",
  "GET, HEAD /v1/api/main/adjustment/list",
  "POST /v1/api/main/adjustment/dispute",
  "GET, HEAD /v1/api/cashier/adjustments",
  "GET, HEAD /v1/api/main/freeze",
  "POST /v1/api/desk/login",
  "POST /v1/api/desk/login/enrol",
  "POST /v1/api/desk/login/mail_code",
  "POST /v1/api/desk/login/accept",
  "GET, HEAD /v1/api/desk/me",
  "POST /v1/api/desk/logout",
  "GET, HEAD /v1/api/desk/staff/list",
  "GET, HEAD /v1/api/desk/audit/list",
  "GET, HEAD /v1/api/desk/audit/verify",
  "GET, HEAD /v1/api/desk/identity/list",
  "GET, HEAD /v1/api/desk/identity/show",
  "POST /v1/api/desk/identity/approve",
  "POST /v1/api/desk/identity/reject",
  "POST /v1/api/desk/identity/ask",
  "GET, HEAD /v1/api/desk/deposit/list",
  "GET, HEAD /v1/api/desk/deposit/show",
  "POST /v1/api/desk/deposit/approve",
  "POST /v1/api/desk/deposit/reject",
  "POST /v1/api/desk/deposit/invalidate",
  "POST /v1/api/desk/deposit/ask",
  "GET, HEAD /v1/api/desk/withdrawal/list",
  "GET, HEAD /v1/api/desk/withdrawal/show",
  "POST /v1/api/desk/withdrawal/approve",
  "POST /v1/api/desk/withdrawal/reject",
  "POST /v1/api/desk/withdrawal/mark_paid",
  "POST /v1/api/desk/withdrawal/return",
  "POST /v1/api/desk/withdrawal/ask",
  "GET, HEAD /v1/api/desk/draw_currency/list",
  "GET, HEAD /v1/api/desk/rail/list",
  "GET, HEAD /v1/api/desk/user/list",
  "GET, HEAD /v1/api/desk/user/show",
  "GET, HEAD /v1/api/desk/user/ledger",
  "POST /v1/api/desk/user/freeze",
  "POST /v1/api/desk/user/unfreeze",
  "POST /v1/api/desk/user/note",
  "GET, HEAD /v1/api/desk/adjustment/list",
  "GET, HEAD /v1/api/desk/dispute/list",
  "POST /v1/api/desk/dispute/answer",
  "GET, HEAD /v1/api/desk/outbox/list",
  "GET, HEAD /v1/api/desk/setting/list",
  "GET, POST /v1/api/desk/export",
  "GET, HEAD /v1/api/desk/market/list",
  "GET, HEAD /v1/api/desk/market/show",
  "GET, HEAD /v1/api/desk/order/list",
  "GET, HEAD /v1/api/desk/order/show",
  "GET, HEAD /v1/api/desk/exposure",
  "GET, HEAD /v1/api/desk/summary",
  "GET, HEAD /v1/api/desk/object_hash",
  "GET, HEAD /v1/api/desk/proposal/list",
  "GET, HEAD /v1/api/desk/proposal/show",
  "POST /v1/api/desk/proposal/submit",
  "POST /v1/api/desk/proposal/approve",
  "POST /v1/api/desk/proposal/reject",
  "POST /v1/api/desk/proposal/withdraw",
];

describe("route table", () => {
  it("holds every declared call of the platform", () => {
    const area = Object.fromEntries(Object.keys(CALLS).map((name) => [name, answer]));
    const table = buildRouteTable({ calls: CALLS, areas: [area] });
    const listed = [...table].map(([path, { allow }]) => `${allow} ${path}`);
    expect(listed).toEqual(EVERY_PATH);
  });

  it("gives a read HEAD, a writing GET its POST twin and no HEAD (T02), a POST only itself", () => {
    const table = buildRouteTable({
      calls: {
        read,
        write: { ...read, path: "/w", effect: "write" },
        post: { ...read, path: "/p", method: "POST" },
      },
      areas: [{ read: answer, write: answer, post: answer }],
    });
    const allowed = [...table.values()].map(({ allow }) => allow);
    expect(allowed).toEqual(["GET, HEAD", "GET, POST", "POST"]);
  });

  it("lets a reading GET and a POST share a path", () => {
    const table = buildRouteTable({
      calls: { read, post: { ...read, method: "POST" } },
      areas: [{ read: answer }, { post: answer }],
    });
    expect(table.get(read.path)?.routes.GET?.name).toBe("read");
    expect(table.get(read.path)?.routes.POST?.name).toBe("post");
  });

  // A declaration that lacks a field cannot be written in TypeScript; one can still arrive.
  const without = (field: keyof Call) => ({ ...read, [field]: undefined }) as unknown as Call;
  it.each([
    ["a missing handler", { read }, [{}], "read has no handler"],
    ["two handlers", { read }, [{ read: answer }, { read: answer }], "read has 2 handlers"],
    ["a missing audience", { read: without("audience") }, [{ read: answer }], "no audience"],
    ["a missing effect", { read: without("effect") }, [{ read: answer }], "no effect"],
    [
      "a staff call without a permission (T85)",
      { read: { ...without("permission"), audience: "staff" as const } as Call },
      [{ read: answer }],
      "read has no permission",
    ],
    ["an undeclared call", {}, [{ read: answer }], "read has a handler but is not declared"],
    [
      "two calls of one address",
      { read, again: read },
      [{ read: answer, again: answer }],
      "again and read are both GET /v1/api/test/read",
    ],
    [
      "a POST on the address of a writing GET's twin",
      { write: { ...read, effect: "write" as const }, post: { ...read, method: "POST" as const } },
      [{ write: answer, post: answer }],
      "post and write are both POST /v1/api/test/read",
    ],
  ])("refuses %s", (_what, calls: Record<string, Call>, areas, message) => {
    expect(() => buildRouteTable({ calls, areas })).toThrow(message);
  });
});
