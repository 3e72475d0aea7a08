// A trading account and its log on the wire and in our own words. The only file that knows the
// spec's spelling of them. Browser-safe: no schema library here; `account.calls.ts` declares the
// calls. Balances have 2 decimals (cut), every other amount 6; ratios 8.

export type Account = {
  /** What can be spent: cash - used - reserved; 2 decimals. */
  readonly balance: string;
  /** used + reserved + withdrawals under review; 2 decimals. */
  readonly lockedBalance: string;
  /** The ledger balance. */
  readonly cash: string;
  /** Cash and floating profit together ("net value"). */
  readonly equity: string;
  readonly used: string;
  readonly reserved: string;
  /** Withdrawals under review. */
  readonly held: string;
  readonly free: string;
  readonly profit: string;
  /** What a new order or a withdrawal may take. */
  readonly available: string;
  /** equity / used as a ratio ("prepayment ratio"); null while nothing is used. */
  readonly level: string | null;
  /** used / equity as a ratio ("risk rate"); null while there is no equity. */
  readonly riskRate: string | null;
  readonly isMarginCalled: boolean;
  readonly isDemo: boolean;
  readonly currency: string;
};

export type AccountWire = {
  balance: string;
  lock_balance: string;
  Cash: string;
  NetValue: string;
  UsedMargin: string;
  ReservedMargin: string;
  WithdrawalHold: string;
  FreeMargin: string;
  FactProfits: string;
  Available: string;
  HazardRate: string;
  RiskRate: string;
  MarginCall: number;
  is_demo: number;
  Currency: string;
};

/** A ratio that does not exist is a dash on the wire. */
const DASH = "-";

export function accountToWire(account: Account): AccountWire {
  return {
    balance: account.balance,
    lock_balance: account.lockedBalance,
    Cash: account.cash,
    NetValue: account.equity,
    UsedMargin: account.used,
    ReservedMargin: account.reserved,
    WithdrawalHold: account.held,
    FreeMargin: account.free,
    FactProfits: account.profit,
    Available: account.available,
    HazardRate: account.level ?? DASH,
    RiskRate: account.riskRate ?? DASH,
    MarginCall: account.isMarginCalled ? 1 : 0,
    is_demo: account.isDemo ? 1 : 0,
    Currency: account.currency,
  };
}

export function accountFromWire(wire: AccountWire): Account {
  return {
    balance: wire.balance,
    lockedBalance: wire.lock_balance,
    cash: wire.Cash,
    equity: wire.NetValue,
    used: wire.UsedMargin,
    reserved: wire.ReservedMargin,
    held: wire.WithdrawalHold,
    free: wire.FreeMargin,
    profit: wire.FactProfits,
    available: wire.Available,
    level: wire.HazardRate === DASH ? null : wire.HazardRate,
    riskRate: wire.RiskRate === DASH ? null : wire.RiskRate,
    isMarginCalled: wire.MarginCall === 1,
    isDemo: wire.is_demo === 1,
    currency: wire.Currency,
  };
}

/** One movement of the account's cash. */
export type AccountLogEntry = {
  readonly id: string;
  /** Signed; 6 decimals. */
  readonly amount: string;
  /** Cash after it; 6 decimals. */
  readonly balance: string;
  readonly cause: string;
  /** The order, deposit or withdrawal it belongs to. */
  readonly causeId: string;
  readonly memo: string;
  /** Unix seconds, and as text for people (UTC). */
  readonly createdAt: number;
  readonly createdAtText: string;
};

export type AccountLogEntryWire = {
  Id: string;
  Value: string;
  Balance: string;
  Cause: string;
  CauseId: string;
  MemoTran: string;
  CreatedAt: number;
  CreatedAtTran: string;
};

export function accountLogEntryToWire(entry: AccountLogEntry): AccountLogEntryWire {
  return {
    Id: entry.id,
    Value: entry.amount,
    Balance: entry.balance,
    Cause: entry.cause,
    CauseId: entry.causeId,
    MemoTran: entry.memo,
    CreatedAt: entry.createdAt,
    CreatedAtTran: entry.createdAtText,
  };
}

export function accountLogEntryFromWire(wire: AccountLogEntryWire): AccountLogEntry {
  return {
    id: wire.Id,
    amount: wire.Value,
    balance: wire.Balance,
    cause: wire.Cause,
    causeId: wire.CauseId,
    memo: wire.MemoTran,
    createdAt: wire.CreatedAt,
    createdAtText: wire.CreatedAtTran,
  };
}
