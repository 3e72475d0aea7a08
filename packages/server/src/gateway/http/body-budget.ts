// How much of what people upload is held in memory at once. Asked before a large body is read, and
// given back when it was dealt with. Invariant: however many upload, slowly or not, the memory they
// can take is bounded, and nobody alone can take all of it (T35, T36).

const BYTES_MAX = 67_108_864;
const PER_MEMBER_MAX = 2;

export type BodyBudget = {
  /** Null: not now. Else how to give it back. */
  readonly enter: (userId: number, bytes: number) => (() => void) | null;
};

export function createBodyBudget(): BodyBudget {
  const inside = new Map<number, number>();
  let bytesTaken = 0;
  return {
    enter(userId, bytes) {
      const own = inside.get(userId) ?? 0;
      if (own >= PER_MEMBER_MAX || bytesTaken + bytes > BYTES_MAX) return null;
      inside.set(userId, own + 1);
      bytesTaken += bytes;
      return () => {
        bytesTaken -= bytes;
        const left = (inside.get(userId) ?? 1) - 1;
        if (left === 0) inside.delete(userId);
        else inside.set(userId, left);
      };
    },
  };
}
