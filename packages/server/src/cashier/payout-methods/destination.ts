// Where money goes: a coin address or a bank account, sealed at rest, named by a keyed hash of the
// network, the currency and every field, and shown masked (T72). Used by payout methods, by
// withdrawals, which keep a copy of their own (T71), and by whoever pays. Invariant: what is opened
// has the hash it was kept under, or nothing is done with it.

import { type BankFields, type PayoutMethod, payoutFieldName } from "@truetick/contract/cashier";
import type { DestinationLine } from "@truetick/contract/desk";
import { canonicalBytes } from "@truetick/proof";
import { createSeal } from "../../platform/secrets/seal.ts";
import { maskAccount } from "./bank-account.ts";

export type Destination =
  | {
      readonly channel: "coin";
      readonly code: string;
      readonly network: string;
      readonly coinAddress: string;
    }
  | ({ readonly channel: "bank"; readonly code: string; readonly network: string } & BankFields);

export type SealedDestination = { readonly sealed: Buffer; readonly destination_hash: Buffer };

export type Destinations = {
  readonly close: (destination: Destination) => SealedDestination;
  /** Throws when it is not what was kept: nothing is shown, and nothing paid. */
  readonly open: (kept: SealedDestination) => Destination;
};

export function createDestinations(sealKey: Buffer): Destinations {
  const seal = createSeal(sealKey, "payout-destination");
  const spell = (destination: Destination) =>
    Buffer.from(canonicalBytes({ ...destination })).toString("utf8");
  return {
    close(destination) {
      const text = spell(destination);
      return { sealed: seal.close(text), destination_hash: seal.mark(text) };
    },
    open({ sealed, destination_hash }) {
      const text = seal.open(sealed);
      if (text === null || !seal.mark(text).equals(destination_hash)) {
        throw new Error("Invariant: a destination is what it was when it was kept");
      }
      // Written by `close` alone, in this form.
      return JSON.parse(text) as Destination;
    },
  };
}

const NO_BANK: BankFields = {
  bankName: "",
  bankAddress: "",
  bankSwift: "",
  payeeName: "",
  payeeAccount: "",
  routingCode: "",
  branchName: "",
  payeeAddress: "",
  postCode: "",
  beneficiaryCurrency: "",
  remark: "",
};

const BANK_FIELDS = Object.keys(NO_BANK) as (keyof BankFields)[];

/** The fields of a method as its owner sees them. */
export function maskDestination(
  destination: Destination,
): BankFields & Pick<PayoutMethod, "coinAddress"> {
  if (destination.channel === "coin") {
    return { ...NO_BANK, coinAddress: destination.coinAddress };
  }
  const { channel: _, code: __, network: ___, ...bank } = destination;
  return { ...bank, payeeAccount: maskAccount(bank.payeeAccount), coinAddress: "" };
}

/** One line for letters: enough to know it again, too little to steal. */
export function destinationText(destination: Destination): string {
  if (destination.channel === "coin") return `${destination.network} ${destination.coinAddress}`;
  const { bankName, payeeName, payeeAccount } = destination;
  return [payeeName, bankName, maskAccount(payeeAccount)].join(", ");
}

/** Whole, for whoever decides and pays. */
export function destinationLines(destination: Destination): readonly DestinationLine[] {
  if (destination.channel === "coin") {
    return [{ field: payoutFieldName("coinAddress"), value: destination.coinAddress }];
  }
  return BANK_FIELDS.map((name) => ({
    field: payoutFieldName(name),
    value: destination[name],
  })).filter(({ value }) => value !== "");
}
