// Uploaded pictures in the database: whose, for what, and how they look. The bytes are files.

import type { Generated } from "kysely";

/** What a picture may be for. It belongs to one thing, once. */
export type UploadPurpose = "proof" | "identity_front" | "identity_back" | "support" | "feedback";

type UploadTable = {
  readonly id: string;
  readonly user_id: bigint;
  readonly book: Generated<string>;
  readonly created_at: Date;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
  readonly pixel_hash: Buffer;
  readonly likeness: string;
  readonly purpose: Generated<UploadPurpose | null>;
  readonly subject_id: Generated<bigint | null>;
  readonly claimed_at: Generated<Date | null>;
};

declare module "../database.ts" {
  interface Tables {
    upload: UploadTable;
  }
}
