// The trees of what is owed and the declared reserves, as rows. Only this folder writes them.

export type LiabilityTreeTable = {
  readonly as_of_ms: bigint;
  readonly shard: number;
  readonly journal_seq: bigint;
  readonly root: Buffer;
  /** Millionths; wider than any column of money, so it comes as text. */
  readonly sum: string;
  readonly leaves: bigint;
  readonly audit_seq: bigint;
  readonly published_at: Date;
};

type LiabilityChunkTable = {
  readonly as_of_ms: bigint;
  readonly level: number;
  readonly chunk: number;
  readonly first_key: Buffer;
  readonly nodes: Buffer;
};

type ReserveDeclarationTable = {
  readonly id: bigint;
  readonly place: string;
  readonly currency: string;
  /** In that currency. */
  readonly amount: string;
  readonly usd: bigint;
  readonly as_of: Date;
  readonly document_hash: Buffer | null;
  readonly proposed_by: bigint;
  readonly approved_by: bigint;
  readonly declared_at: Date;
};

declare module "../../platform/database.ts" {
  interface Tables {
    liability_tree: LiabilityTreeTable;
    liability_chunk: LiabilityChunkTable;
    reserve_declaration: ReserveDeclarationTable;
  }
}
