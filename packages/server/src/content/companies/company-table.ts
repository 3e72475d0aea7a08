// The companies as rows. Read by the company calls and for the app's manifest. Invariant: there is
// exactly one default company, and it is what the configuration says.

import type { Company } from "@truetick/contract";
import { type Generated, type Selectable, sql } from "kysely";
import type { Database } from "../../platform/database.ts";

type CompanyTable = {
  readonly id: Generated<number>;
  readonly is_default: boolean;
  readonly name: string;
  readonly logo: string;
  readonly website: string;
  readonly main_company: string;
  readonly registered_address: string;
  readonly office_address: string;
  readonly email: string;
  readonly created_at: Generated<Date>;
};

declare module "../../platform/database.ts" {
  interface Tables {
    company: CompanyTable;
  }
}

const COLUMNS = [
  "id",
  "name",
  "logo",
  "website",
  "main_company",
  "registered_address",
  "office_address",
  "email",
] as const;

/** Makes the default company what the configuration says. Called at the start. */
export async function keepDefaultCompany(
  database: Database,
  company: Omit<Company, "id">,
): Promise<void> {
  const columns = columnsOf(company);
  await database
    .insertInto("company")
    .values({ is_default: true, ...columns })
    .onConflict((conflict) =>
      conflict.column("is_default").where("is_default", "=", true).doUpdateSet(columns),
    )
    .execute();
}

/** Adds those of the configuration, or makes them what it says now; others stay as they are. */
export async function keepCompanies(
  database: Database,
  companies: readonly Omit<Company, "id">[],
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    // Two servers that start at once would both add it.
    await sql`lock table company in share row exclusive mode`.execute(tx);
    for (const company of companies) {
      const columns = columnsOf(company);
      const known = await tx
        .selectFrom("company")
        .select(["id", "is_default"])
        .where("name", "=", company.name)
        .executeTakeFirst();
      if (!known)
        await tx
          .insertInto("company")
          .values({ is_default: false, ...columns })
          .execute();
      else if (!known.is_default) {
        await tx.updateTable("company").set(columns).where("id", "=", known.id).execute();
      }
    }
  });
}

export async function readDefaultCompany(database: Database): Promise<Company> {
  const row = await database
    .selectFrom("company")
    .select(COLUMNS)
    .where("is_default", "=", true)
    .executeTakeFirstOrThrow();
  return companyOf(row);
}

export async function findCompany(database: Database, id: number): Promise<Company | null> {
  const row = await database
    .selectFrom("company")
    .select(COLUMNS)
    .where("id", "=", id)
    .executeTakeFirst();
  return row ? companyOf(row) : null;
}

export type CompanySearch = {
  /** Part of a name; null for all. */
  readonly search: string | null;
  /** Comes first, if it is among them. */
  readonly firstId: number | null;
  readonly page: number;
  readonly rowsPerPage: number;
};

export async function searchCompanies(
  database: Database,
  { search, firstId, page, rowsPerPage }: CompanySearch,
): Promise<{ readonly companies: readonly Company[]; readonly total: number }> {
  const found = database
    .selectFrom("company")
    .$if(search !== null, (query) => query.where("name", "ilike", `%${escapeLike(search ?? "")}%`));
  const [rows, { total }] = await Promise.all([
    found
      .select(COLUMNS)
      .orderBy((eb) => eb("id", "=", firstId ?? 0), "desc")
      .orderBy("is_default", "desc")
      .orderBy("name")
      .orderBy("id")
      .offset((page - 1) * rowsPerPage)
      .limit(rowsPerPage)
      .execute(),
    found.select((eb) => eb.fn.countAll<bigint>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { companies: rows.map(companyOf), total: Number(total) };
}

/** What a person types means itself: no percent sign of theirs searches everything. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (char) => `\\${char}`);
}

function columnsOf(company: Omit<Company, "id">) {
  return {
    name: company.name,
    logo: company.logo,
    website: company.website,
    main_company: company.mainCompany,
    registered_address: company.registeredAddress,
    office_address: company.officeAddress,
    email: company.email,
  };
}

function companyOf(row: Pick<Selectable<CompanyTable>, (typeof COLUMNS)[number]>): Company {
  return {
    id: String(row.id),
    name: row.name,
    logo: row.logo,
    website: row.website,
    mainCompany: row.main_company,
    registeredAddress: row.registered_address,
    officeAddress: row.office_address,
    email: row.email,
  };
}
