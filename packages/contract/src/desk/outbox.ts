// Messages to people outside of the app as staff see them. What a message says is shown in the
// sandbox only, where nothing leaves the machine: elsewhere it is gone once it is delivered, and
// nobody reads another's code. Browser-safe.

export const OUTBOX_STATES = ["waiting", "sent", "refused", "expired"] as const;
export type OutboxState = (typeof OUTBOX_STATES)[number];
export const OUTBOX_CHANNELS = ["email", "sms", "push"] as const;
export type OutboxChannel = (typeof OUTBOX_CHANNELS)[number];

export type DeskMessage = {
  readonly id: string;
  readonly channel: OutboxChannel;
  readonly kind: string;
  readonly language: string;
  readonly state: OutboxState;
  readonly attempts: number;
  /** What went wrong last; empty for nothing. */
  readonly problem: string;
  readonly created_at: number;
  /** 0 while it waits. */
  readonly ended_at: number;
  /** The sandbox's only; empty elsewhere. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly code: string;
};
