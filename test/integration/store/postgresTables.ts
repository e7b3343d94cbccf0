import { expect, test } from "vitest";

import type { ThrowAwayPostgres } from "../../../scripts/postgres.ts";
import { migrate, migrations } from "../../../src/hubServer/store/postgres/migrate.ts";
import { PostgresDatabase } from "../../../src/hubServer/store/postgres/postgresDatabase.ts";
import { openPostgresStore } from "../../../src/hubServer/store/postgres/postgresStore.ts";
import type { Store } from "../../../src/hubServer/store/store.ts";
import { moneyClaim, noon, putOrganisation, reservationOf, settlementOf } from "./storeFixture.ts";

const unavailable = { name: "StoreError", reason: "unavailable" };

/** How the tables and functions come about and change, and how they are read. */
export function describeTables(server: () => ThrowAwayPostgres): void {
  test("processes that start together on an empty database migrate it once", async () => {
    const url = await server().createDatabase();

    const stores = await Promise.all(Array.from({ length: 4 }, () => open(url)));
    await Promise.all(stores.map((store) => store.check()));

    await Promise.all(stores.map((store) => store.close()));
  });

  test("a migration brings the previous version to this one, or leaves it as it was", async () => {
    const url = await server().createDatabase();
    const store = await open(url);
    await putOrganisation(store);
    await store.close();
    const database = new PostgresDatabase(url, 1);
    const step = "ALTER TABLE session ADD COLUMN device text";
    const versionOf = async () =>
      (await database.rows("SELECT version FROM schema_version", []))[0]?.["version"];

    await expect(
      migrate(database, [...migrations, `${step}; SELECT * FROM nowhere`]),
    ).rejects.toMatchObject(unavailable);
    const versionAfterFailure = await versionOf();
    await migrate(database, [...migrations, step]);

    expect(versionAfterFailure).toBe(migrations.length);
    expect(await versionOf()).toBe(migrations.length + 1);
    expect(await database.rows("SELECT device FROM session", [])).toEqual([]);
    expect(await database.rows("SELECT count(*) AS count FROM record", [])).toEqual([{ count: 4 }]);
    await database.close();
  });

  test("functions of an older version are replaced, whatever their parameters were", async () => {
    const url = await server().createDatabase();
    await (await open(url)).close();
    const database = new PostgresDatabase(url, 1);
    // As the first release left them: made by a migration, without a version.
    await database.rows("DROP TABLE function_version", []);
    await database.rows("DROP FUNCTION hub_now()", []);
    await database.rows(
      "CREATE FUNCTION hub_now(zone text DEFAULT 'UTC') RETURNS text LANGUAGE sql AS 'SELECT zone'",
      [],
    );

    await (await open(url)).close();

    const [row] = await database.rows("SELECT hub_now() > 0 AS real", []);
    expect(row).toEqual({ real: true });
    await database.close();
  });

  const trigger = `CREATE FUNCTION promote() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
    CREATE TRIGGER promote BEFORE UPDATE ON record FOR EACH ROW EXECUTE FUNCTION promote()`;
  test.each([
    ["a trigger", trigger, /trigger "promote of record"/u],
    [
      "a rule",
      "CREATE RULE odd AS ON DELETE TO session DO INSTEAD NOTHING",
      /rule "odd of session"/u,
    ],
    ["a policy", "CREATE POLICY mine ON audit_event USING (false)", /policy "mine"/u],
    ["a table that inherits", "CREATE TABLE more () INHERITS (record)", /table "more"/u],
    [
      "a reference",
      "CREATE TABLE note (kind text, id text, FOREIGN KEY (kind, id) REFERENCES record)",
      /constraint "note_/u,
    ],
    [
      "a default",
      "ALTER TABLE session ALTER user_id SET DEFAULT 'user_admin'",
      /column "session.user_id"/u,
    ],
    [
      "a view",
      "CREATE OR REPLACE VIEW budget_now AS SELECT budget_id, period, 0::bigint AS spent, reserved, held_limit FROM budget_use",
      /relation "budget_now"/u,
    ],
    [
      "a function",
      "CREATE OR REPLACE FUNCTION hub_now() RETURNS bigint LANGUAGE sql AS 'SELECT 1::bigint'",
      /function "hub_now\(\)"/u,
    ],
    [
      "a function in the place of PostgreSQL's own",
      "CREATE FUNCTION jsonb_build_object(a text, b jsonb) RETURNS jsonb LANGUAGE sql AS 'SELECT b'",
      /function "jsonb_build_object/u,
    ],
  ])("%s that the hub did not make ends the start and the check", async (_what, sql, message) => {
    const url = await server().createDatabase();
    const store = await open(url);
    const database = new PostgresDatabase(url, 1);
    await database.rows("CREATE TABLE of_another_program (text text)", []);
    expect(await store.audit.verify()).toMatchObject({ isIntact: true });
    await (await open(url)).close();

    await database.transact((client) => client.query(sql));

    expect(await store.audit.verify()).toMatchObject({
      isIntact: false,
      problem: expect.stringMatching(message) as string,
    });
    await expect(open(url)).rejects.toThrow(message);
    await store.close();
    await database.close();
  });

  test("functions of a newer version stay while an older process starts", async () => {
    const url = await server().createDatabase();
    await (await open(url)).close();
    const database = new PostgresDatabase(url, 1);
    await database.rows("UPDATE function_version SET version = version + 1", []);
    await database.rows("CREATE FUNCTION hub_newer() RETURNS int LANGUAGE sql AS 'SELECT 1'", []);

    await (await open(url)).close();

    expect(await database.rows("SELECT hub_newer() AS newer", [])).toEqual([{ newer: 1 }]);
    await database.close();
  });

  test("requests find their rows by an index, also while the tables are small", async () => {
    const url = await server().createDatabase();
    const database = new PostgresDatabase(url, 1);
    const budgets = [moneyClaim("b", 1_000_000_000)];
    const rateLimits = { requestsPerMinute: 1_000, tokensPerMinute: 1_000_000 };
    const scans = async () => {
      const [row] = await database.rows(
        `SELECT sum(seq_scan)::int AS whole, min(coalesce(idx_scan, 0))::int AS by_index
          FROM pg_stat_user_tables WHERE relname IN ('reservation', 'budget_use', 'rate_bucket', 'audit_pending')`,
        [],
      );
      return { whole: Number(row?.["whole"]), byIndex: Number(row?.["by_index"]) };
    };
    /** How often tables were read, as the hub's connection tells when it ends. */
    const work = async (name: string, least: number) => {
      const store = await open(url);
      for (let index = 0; index < 20; index += 1) {
        const id = `${name}-${index}`;
        await store.ledger.reserve(reservationOf(id, { budgets, rateLimits }));
        await store.ledger.settle(settlementOf(id));
      }
      await store.close();
      await expect.poll(async () => (await scans()).byIndex).toBeGreaterThan(least);
      return await scans();
    };

    const before = await work("before", 0);
    const after = await work("after", before.byIndex);

    expect(after.whole).toBe(before.whole);
    await database.close();
  });
}

function open(url: string): Promise<Store> {
  return openPostgresStore(url, { now: () => noon });
}
