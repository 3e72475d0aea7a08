// A bound method is taken away only after a question that names it.

import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import {
  type PayoutMethod,
  payoutMethodToWire,
  requestPayoutMethods,
  requestRemovePayoutMethod,
} from "@truetick/contract/cashier";
import { afterEach, expect, test } from "vitest";
import { showScreen } from "../testing/show-screen.tsx";
import { BankAccountsScreen } from "./method-list.screen.tsx";

afterEach(cleanup);

const ACCOUNT: PayoutMethod = {
  id: "9",
  channel: "bank",
  coinAddress: "",
  bankName: "Example Bank",
  bankAddress: "1 Example Street",
  bankSwift: "EXAMGB2L",
  payeeName: "Ada Example",
  payeeAccount: "••••4242",
  routingCode: "021000021",
  branchName: "Main",
  payeeAddress: "2 Example Street",
  postCode: "12345",
  beneficiaryCurrency: "USD",
  remark: "",
  currency: { id: "4", code: "USD", network: "WIRE" },
  usableAt: 1,
  createdAt: 1,
};

test("deleting a bound method asks for confirmation", async () => {
  const list = requestPayoutMethods({ channel: "bank", currencyId: null }).path;
  const removal = requestRemovePayoutMethod("9");
  const { written, wires, toasts } = await showScreen(<BankAccountsScreen />, {
    path: "/mine/bank-card-list",
    wires: { [list]: { data: [payoutMethodToWire(ACCOUNT)] }, [removal.path]: null },
  });
  expect(screen.getByText("Example Bank")).toBeTruthy();
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Remove" })));
  const question = screen.getByRole("dialog", { hidden: true });
  expect(within(question).getAllByText(/4242/).length).toBeGreaterThan(0);
  expect(written).toEqual([]);
  await act(async () =>
    fireEvent.click(within(question).getByRole("button", { name: "Cancel", hidden: true })),
  );
  expect(written).toEqual([]);
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Remove" })));
  wires[list] = { data: [] };
  const again = screen.getByRole("dialog", { hidden: true });
  await act(async () =>
    fireEvent.click(within(again).getByRole("button", { name: "Remove", hidden: true })),
  );
  expect(written.map(({ fields }) => fields)).toEqual([removal.fields]);
  expect(toasts()).toHaveLength(1);
});
