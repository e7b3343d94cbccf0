import { Client } from "pg";
import { afterAll, beforeAll, describe } from "vitest";

import { findPostgres, postgresPackage, ThrowAwayPostgres } from "../../../scripts/postgres.ts";
import { openPostgresStore } from "../../../src/hubServer/store/postgres/postgresStore.ts";
import { describeDurability, testServerCrashes } from "./postgresDurability.ts";
import { describePending } from "./postgresPending.ts";
import { describePendingChecks } from "./postgresPendingChecks.ts";
import { describeProcesses } from "./postgresProcesses.ts";
import { describeSlices } from "./postgresSlices.ts";
import { describeTables } from "./postgresTables.ts";
import { describeStore } from "./storeContract.ts";
import { noon, type StoreFixture } from "./storeFixture.ts";
import { withTables } from "./withTables.ts";

const isHere = findPostgres() !== undefined;
const isRequired = process.env["AI_HUB_REQUIRE_ALL"] === "1";

describe.skipIf(!isHere && !isRequired)(
  `with a PostgreSQL server (package ${postgresPackage})`,
  () => {
    let server: ThrowAwayPostgres;

    beforeAll(async () => {
      server = await ThrowAwayPostgres.start();
    });

    afterAll(() => server.stop());

    async function makeFixture(): Promise<StoreFixture> {
      const url = await server.createDatabase(withTables);
      return {
        open: () => openPostgresStore(url, { now: () => noon, rateClock: "caller" }),
        execute: async (sql) => {
          const client = new Client({ connectionString: url });
          await client.connect();
          await client.query(sql);
          await client.end();
        },
        remove: () => server.dropDatabase(url),
      };
    }

    describeStore("PostgreSQL", makeFixture);
    describe("several processes", () => describeProcesses(() => server));
    describe("tables and functions", () => describeTables(() => server));
    describe("events that are not in the chain yet", () => describePending(() => server));
    describe("checks of the audit", () => describePendingChecks(() => server));
    describe("slices of budgets", () => describeSlices(() => server));
    describe("the disk", () => {
      describeDurability(() => server);
      testServerCrashes(() => server, 2);
    });
  },
);
