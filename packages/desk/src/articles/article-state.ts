// The colour of an article's state; its words carry the meaning.

export const STATE_TONES = { draft: "neutral", scheduled: "accent", published: "ok" } as const;
