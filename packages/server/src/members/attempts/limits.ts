// How often what may be tried before a captcha is asked for, and before nobody may any more. Two
// sets: the sandbox leaves room for a class or a test run behind one address, live does not.

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export type MemberLimits = {
  readonly login: LoginLimits;
  readonly sending: SendingLimits;
  readonly withdrawalCodes: WithdrawalCodeLimits;
  /** Of one address, an hour. */
  readonly registrationsPerHour: number;
  readonly resetsPerHour: number;
  readonly captchasPerHour: number;
};

/** Beyond the free tries each needs a captcha, which the owner can solve too (T09). */
export type LoginLimits = {
  readonly freePerAccount: number;
  readonly accountWindowMs: number;
  readonly freePerAddress: number;
  readonly perAddress: number;
  readonly addressWindowMs: number;
  /** With captchas, of one account from one address. */
  readonly perPair: number;
  readonly pairWindowMs: number;
  /** Beyond these once a minute. */
  readonly perPairDay: number;
  /** Whether loopback stands for many people, not for one address. */
  readonly isLoopbackShared: boolean;
};

/** Of what all strangers share, this much is free; beyond it each needs a captcha (T11). */
export const CAPTCHA_SHARE = 0.25;

/** T11: what somebody could make us send, and pay for. */
export type SendingLimits = {
  readonly freePerAddressHour: number;
  readonly perAddressDay: number;
  /** Of one target, asked for from one address. */
  readonly perPairDay: number;
  /** Of one target, whoever asks: far more than an owner is asked for, with captchas before. */
  readonly perTargetDay: number;
  /** A member who is logged in, to the own address: nobody else counts here. */
  readonly perMemberDay: number;
  /** Of numbers that differ in their last four digits. */
  readonly smsPerPrefixDay: number;
  readonly smsPerCountryDay: number;
  /** The spend cap: nobody is sent more until the next day. */
  readonly smsPerDay: number;
};

/** T13: of one member, over all withdrawals; each has its own limits beside. */
export type WithdrawalCodeLimits = {
  readonly wrongPerDay: number;
  readonly lettersPerDay: number;
};

/** Of one text to one member; beyond them it is left in the inbox alone (T11). */
export const LETTER_LIMITS = { perHour: 10, perDay: 40 } as const;

/** Of one member, of what is told by a letter each time. Undoing is never counted. */
export const SAFETY_CHANGES_PER_DAY_MAX = 20;

const LOGIN = {
  freePerAccount: 5,
  accountWindowMs: HOUR_MS / 4,
  addressWindowMs: HOUR_MS,
  perPair: 10,
  pairWindowMs: HOUR_MS / 4,
  perPairDay: 60,
};

export const MEMBER_LIMITS: Readonly<Record<"sandbox" | "live", MemberLimits>> = {
  sandbox: {
    login: { ...LOGIN, freePerAddress: 240, perAddress: 2_400, isLoopbackShared: true },
    sending: {
      freePerAddressHour: 240,
      perAddressDay: 2_000,
      perPairDay: 20,
      perTargetDay: 200,
      perMemberDay: 40,
      smsPerPrefixDay: 400,
      smsPerCountryDay: 2_000,
      smsPerDay: 4_000,
    },
    withdrawalCodes: { wrongPerDay: 20, lettersPerDay: 40 },
    registrationsPerHour: 600,
    resetsPerHour: 300,
    captchasPerHour: 1_200,
  },
  live: {
    login: { ...LOGIN, freePerAddress: 30, perAddress: 300, isLoopbackShared: false },
    sending: {
      freePerAddressHour: 5,
      perAddressDay: 50,
      perPairDay: 10,
      perTargetDay: 100,
      perMemberDay: 20,
      smsPerPrefixDay: 80,
      smsPerCountryDay: 1_000,
      smsPerDay: 2_000,
    },
    withdrawalCodes: { wrongPerDay: 20, lettersPerDay: 30 },
    registrationsPerHour: 30,
    resetsPerHour: 30,
    captchasPerHour: 300,
  },
};

/** With the operator's own spend cap, where there is one. */
export function sendingLimits(
  mode: "sandbox" | "live",
  smsPerDayMax: number | null,
): SendingLimits {
  const { sending } = MEMBER_LIMITS[mode];
  return { ...sending, smsPerDay: smsPerDayMax ?? sending.smsPerDay };
}
