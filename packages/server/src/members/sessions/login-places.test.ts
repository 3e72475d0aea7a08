// From which places somebody has logged in is remembered up to a bound, beyond which the one is
// forgotten that was used the longest ago, so that nobody is told every day of the own home.

import { randomBytes } from "node:crypto";
import { DEFAULT_LANGUAGE, languageOf } from "@truetick/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createDemoUser } from "../users/create-user.ts";
import { findMember } from "../users/user-table.ts";
import { insertLogin, rememberDevice } from "./login-record-table.ts";
import { traceOf } from "./visit.ts";

const PLACES_MAX = 200;

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.close());

it("of too many places the one is forgotten that was unused the longest", async () => {
  const demoSecretHash = randomBytes(32);
  await createDemoUser(test.database, demoSecretHash);
  const member = await findMember(test.database, { demoSecretHash });
  const language = languageOf(DEFAULT_LANGUAGE);
  const userId = member?.userId ?? 0;
  /** Whether it is told as new. */
  const logIn = async (place: number): Promise<boolean> => {
    const address = `10.${place}.0.1`;
    const trace = traceOf({ device: "Firefox/Linux", address, language, method: "password" });
    await insertLogin(test.database, { userId, trace, isOk: true });
    return await rememberDevice(test.database, { userId, trace });
  };
  const home = 0;
  expect(await logIn(home)).toBe(false);
  for (let place = 1; place < PLACES_MAX; place += 1) expect(await logIn(place)).toBe(true);
  expect(await logIn(home)).toBe(false);
  expect(await logIn(PLACES_MAX)).toBe(true);
  expect(await logIn(home)).toBe(false);
  expect(await logIn(2)).toBe(false);
  expect(await logIn(1)).toBe(true);
});
