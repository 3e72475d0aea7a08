// Typed columns: how tables of orders, accounts and exposures are stored. One reader per kind of
// column, so that each stays monomorphic and the compiler can inline it.
// Invariant: a slot handed out by a table lies inside its columns, hence the casts.

/** No slot: the end of a list, or absent from a heap. */
export const NONE = -1;

export function f64(column: Float64Array, slot: number): number {
  return column[slot] as number;
}

/** A slot that stands among numbers: named as the small integer it is, it indexes without ado. */
export function slotAt(column: Float64Array, place: number): number {
  return (column[place] as number) | 0;
}

export function i32(column: Int32Array, slot: number): number {
  return column[slot] as number;
}

export function u8(column: Uint8Array, slot: number): number {
  return column[slot] as number;
}

export function i64(column: BigInt64Array, slot: number): bigint {
  return column[slot] as bigint;
}

export function grownF64(column: Float64Array, capacity: number): Float64Array<ArrayBuffer> {
  const grown = new Float64Array(capacity);
  grown.set(column);
  return grown;
}

/** New places hold NONE: these columns are links and heap positions. */
export function grownI32(column: Int32Array, capacity: number): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(capacity).fill(NONE);
  grown.set(column);
  return grown;
}

export function grownU8(column: Uint8Array, capacity: number): Uint8Array<ArrayBuffer> {
  const grown = new Uint8Array(capacity);
  grown.set(column);
  return grown;
}

export function grownI64(column: BigInt64Array, capacity: number): BigInt64Array<ArrayBuffer> {
  const grown = new BigInt64Array(capacity);
  grown.set(column);
  return grown;
}
