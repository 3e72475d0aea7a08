// The seed of a simulated day on the wire and in our own words (H14).

export type SeedDay = {
  /** UTC date. */
  readonly day: string;
  /** SHA-256 over a label and the seed, in hexadecimal. */
  readonly commitment: string;
  /** Unix seconds. */
  readonly committedAt: number;
  /** Whether that was before the day began. */
  readonly wasCommittedBefore: boolean;
  /** Hexadecimal; null until the day is over. */
  readonly seed: string | null;
  readonly revealedAt: number | null;
};

export type SeedDayWire = {
  Day: string;
  Commitment: string;
  CommittedAt: number;
  CommittedBefore: number;
  Seed: string | null;
  RevealedAt: number | null;
};

export function seedDayToWire(day: SeedDay): SeedDayWire {
  return {
    Day: day.day,
    Commitment: day.commitment,
    CommittedAt: day.committedAt,
    CommittedBefore: day.wasCommittedBefore ? 1 : 0,
    Seed: day.seed,
    RevealedAt: day.revealedAt,
  };
}
