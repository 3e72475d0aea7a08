// The call of the desk about rails: all of them, switched off ones too. They change by proposals.

import type { Database } from "../../platform/database.ts";
import type { Handlers } from "../../platform/handler.ts";
import { currencyRail, fingerprintOf, networkRail, wireRail } from "./describe-rails.ts";
import { readCurrencies } from "./rail-table.ts";

export type RailHandlers = Handlers<"listRails">;

export function createRailHandlers({ database }: { readonly database: Database }): RailHandlers {
  return {
    async listRails() {
      const [currencies, networks, wires] = await Promise.all([
        readCurrencies(database),
        database.selectFrom("deposit_network").selectAll().orderBy("id").execute(),
        database.selectFrom("wire_option").selectAll().orderBy("id").execute(),
      ]);
      const codeOf = (id: number) => currencies.find((row) => row.id === id)?.code ?? "";
      return {
        currencies: currencies.map((row) => {
          return { ...currencyRail(row), is_sandbox: row.is_sandbox };
        }),
        networks: networks.map((row) => ({
          ...networkRail(row, codeOf(row.currency_id)),
          is_sandbox: row.is_sandbox,
          fingerprint: fingerprintOf(row.address),
        })),
        wires: wires.map((row) => {
          return { ...wireRail(row, codeOf(row.currency_id)), is_sandbox: row.is_sandbox };
        }),
      };
    },
  };
}
