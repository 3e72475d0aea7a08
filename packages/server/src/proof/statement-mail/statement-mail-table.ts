// Which statements were sent to whom, as the table keeps it. Written by statement-mail.ts alone.

type StatementMailTable = {
  readonly user_id: bigint;
  readonly cut_date: number;
  readonly checkpoint: bigint;
  readonly sent_at: Date;
};

declare module "../../platform/database.ts" {
  interface Tables {
    statement_mail: StatementMailTable;
  }
}

export type { StatementMailTable };
