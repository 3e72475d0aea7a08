// Assertions that stay on in production. A refusal is an answer; a broken invariant is the end:
// whoever catches InvariantBroken stops trading and recovers from the journal, never continues.

export class InvariantBroken extends Error {
  override readonly name = "InvariantBroken";
}

/** Throws InvariantBroken unless the condition holds. */
export function assert(condition: boolean, invariant: string): asserts condition {
  if (!condition) throw new InvariantBroken(invariant);
}
