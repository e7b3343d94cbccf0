import { afterAll, beforeAll, describe } from "vitest";

import { findPostgres, postgresPackage, ThrowAwayPostgres } from "../../../scripts/postgres.ts";
import { testServerCrashes } from "./postgresDurability.ts";

const isRequired = process.env["AI_HUB_REQUIRE_ALL"] === "1";

describe.skipIf(findPostgres() === undefined && !isRequired)(
  `with a PostgreSQL server (package ${postgresPackage})`,
  () => {
    let server: ThrowAwayPostgres;

    beforeAll(async () => {
      server = await ThrowAwayPostgres.start();
    });
    afterAll(() => server.stop());

    /** 125 by `AI_HUB_KILLS=1000`. */
    testServerCrashes(() => server, Number(process.env["AI_HUB_KILLS"] ?? 80) / 8);
  },
);
