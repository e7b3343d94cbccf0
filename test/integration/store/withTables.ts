import { openPostgresStore } from "../../../src/hubServer/store/postgres/postgresStore.ts";
import { noon } from "./storeFixture.ts";

/** Makes a hub's tables and functions in an empty database. */
export async function withTables(url: string): Promise<void> {
  await (await openPostgresStore(url, { now: () => noon })).close();
}
