// Where a member's money may go, and in which currencies: on the wire and in our own words. The
// only file that knows the spec's spelling (draw_method, dc_address). Browser-safe: no schema
// library here; `payout-method.calls.ts` declares the calls. Account numbers arrive masked (T72).

/** The spec counts them 1 and 2 here, and 0 and 1 for deposits. */
export const PAYOUT_CHANNELS = ["coin", "bank"] as const;
export type PayoutChannel = (typeof PAYOUT_CHANNELS)[number];

/** Networks whose addresses can be told right from wrong. */
export const PAYOUT_NETWORKS = ["BTC", "ERC20", "TRC20"] as const;
export type PayoutNetwork = (typeof PAYOUT_NETWORKS)[number];

export function payoutChannelToWire(channel: PayoutChannel): number {
  return channel === "coin" ? 1 : 2;
}

export function payoutChannelFromWire(type: number | string): PayoutChannel {
  return Number(type) === 1 ? "coin" : "bank";
}

/** A currency in which is paid out, with what it costs. */
export type PayoutCurrency = {
  readonly id: string;
  readonly code: string;
  /** The network of a coin; "WIRE" for bank accounts. */
  readonly network: string;
  readonly feeKind: "fixed" | "percent";
  /** USD when fixed, else percent of the amount. */
  readonly fee: string;
  /** Units of the currency that one USD buys now; empty while no price is known. */
  readonly rate: string;
  /** USD. */
  readonly amountMin: string;
  readonly amountMax: string;
  /** Places of what is received. */
  readonly decimals: number;
};

export type PayoutCurrencyWire = {
  id: string;
  code: string;
  protocol: string;
  draw_rate: string;
  fee_type: number;
  usd_price: string;
  min: string;
  max: string;
  decimals: number;
};

const FEE_FIXED = 1;
const FEE_PERCENT = 2;

export function payoutCurrencyToWire(currency: PayoutCurrency): PayoutCurrencyWire {
  return {
    id: currency.id,
    code: currency.code,
    protocol: currency.network,
    draw_rate: currency.fee,
    fee_type: currency.feeKind === "fixed" ? FEE_FIXED : FEE_PERCENT,
    usd_price: currency.rate,
    min: currency.amountMin,
    max: currency.amountMax,
    decimals: currency.decimals,
  };
}

export function payoutCurrencyFromWire(wire: PayoutCurrencyWire): PayoutCurrency {
  return {
    id: wire.id,
    code: wire.code,
    network: wire.protocol,
    feeKind: wire.fee_type === FEE_FIXED ? "fixed" : "percent",
    fee: wire.draw_rate,
    rate: wire.usd_price,
    amountMin: wire.min,
    amountMax: wire.max,
    decimals: wire.decimals,
  };
}

/** A bank account as it is typed; what a coin has not is empty. */
export type BankFields = {
  readonly bankName: string;
  readonly bankAddress: string;
  readonly bankSwift: string;
  readonly payeeName: string;
  readonly payeeAccount: string;
  /** ABA routing code. */
  readonly routingCode: string;
  readonly branchName: string;
  readonly payeeAddress: string;
  readonly postCode: string;
  readonly beneficiaryCurrency: string;
  readonly remark: string;
};

export type PayoutMethod = BankFields & {
  readonly id: string;
  readonly channel: PayoutChannel;
  /** Whole, so that its owner can compare it; empty for banks. */
  readonly coinAddress: string;
  readonly currency: { readonly id: string; readonly code: string; readonly network: string };
  /** Unix seconds: nothing is sent there before. */
  readonly usableAt: number;
  readonly createdAt: number;
};

export type PayoutMethodWire = {
  id: string;
  type: number;
  dc_address: string;
  bank_name: string;
  bank_address: string;
  bank_swift: string;
  payee_name: string;
  payee_account: string;
  bank_branch: string;
  branch_name: string;
  payee_address: string;
  post_code: string;
  currency: string;
  remark: string;
  draw_currency: { id: string; code: string; protocol: string };
  usable_at: number;
  created_at: number;
};

export function payoutMethodToWire(method: PayoutMethod): PayoutMethodWire {
  const { id, code, network } = method.currency;
  return {
    id: method.id,
    type: payoutChannelToWire(method.channel),
    dc_address: method.coinAddress,
    bank_name: method.bankName,
    bank_address: method.bankAddress,
    bank_swift: method.bankSwift,
    payee_name: method.payeeName,
    payee_account: method.payeeAccount,
    bank_branch: method.routingCode,
    branch_name: method.branchName,
    payee_address: method.payeeAddress,
    post_code: method.postCode,
    currency: method.beneficiaryCurrency,
    remark: method.remark,
    draw_currency: { id, code, protocol: network },
    usable_at: method.usableAt,
    created_at: method.createdAt,
  };
}

export function payoutMethodFromWire(wire: PayoutMethodWire): PayoutMethod {
  const { id, code, protocol } = wire.draw_currency;
  return {
    id: wire.id,
    channel: payoutChannelFromWire(wire.type),
    coinAddress: wire.dc_address,
    bankName: wire.bank_name,
    bankAddress: wire.bank_address,
    bankSwift: wire.bank_swift,
    payeeName: wire.payee_name,
    payeeAccount: wire.payee_account,
    routingCode: wire.bank_branch,
    branchName: wire.branch_name,
    payeeAddress: wire.payee_address,
    postCode: wire.post_code,
    beneficiaryCurrency: wire.currency,
    remark: wire.remark,
    currency: { id, code, network: protocol },
    usableAt: wire.usable_at,
    createdAt: wire.created_at,
  };
}

/** As a form has it. */
export type NewPayoutMethod =
  | { readonly channel: "coin"; readonly currencyId: string; readonly coinAddress: string }
  | ({ readonly channel: "bank"; readonly currencyId: string } & BankFields);

const NAME_OF_FIELD: Readonly<Record<keyof BankFields | "coinAddress", string>> = {
  coinAddress: "dc_address",
  bankName: "bank_name",
  bankAddress: "bank_address",
  bankSwift: "bank_swift",
  payeeName: "payee_name",
  payeeAccount: "payee_account",
  routingCode: "bank_branch",
  branchName: "branch_name",
  payeeAddress: "payee_address",
  postCode: "post_code",
  beneficiaryCurrency: "currency",
  remark: "remark",
};

export function payoutFieldName(field: keyof BankFields | "coinAddress"): string {
  return NAME_OF_FIELD[field];
}

/** Which part of a method a refusal speaks of, by the wire's name of it; null: none of these. */
export function payoutFieldOf(name: unknown): keyof BankFields | "coinAddress" | null {
  const found = Object.entries(NAME_OF_FIELD).find(([, wireName]) => wireName === name);
  // The table's own key.
  return found ? (found[0] as keyof BankFields | "coinAddress") : null;
}
