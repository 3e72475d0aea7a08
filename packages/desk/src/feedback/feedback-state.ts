// The colour of a feedback's state; its words carry the meaning.

export const STATUS_TONES = {
  new: "accent",
  working: "warn",
  answered: "ok",
  closed: "neutral",
} as const;
