// The one shape of every answer: {code, msg, data}. Only this file knows the numbers.
// Handled refusals travel as HTTP 200; malformed or unknown requests as 4xx with this shape too.

export const CODE_OK = 1;
export const CODE_SESSION_EXPIRED = 999;

export type Envelope<T = unknown> = {
  readonly code: number;
  /** Localized by the `lang` header; empty on success unless there is something to say. */
  readonly msg: string;
  /** On a refusal: the numbers and names its text speaks of, or null. */
  readonly data: T;
  /** Names the refusal for programs; absent on success. */
  readonly reason?: string;
};
