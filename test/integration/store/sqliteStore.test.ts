import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { openSqliteStore } from "../../../src/hubServer/store/sqlite/sqliteStore.ts";
import { describeStore } from "./storeContract.ts";
import { noon, type StoreFixture } from "./storeFixture.ts";

function makeFixture(): StoreFixture {
  const folder = mkdtempSync(join(tmpdir(), "ai-hub-store-"));
  const path = join(folder, "hub.sqlite");
  return {
    open: () => openSqliteStore(path, { now: () => noon }),
    execute: (sql) => {
      const database = new DatabaseSync(path);
      database.exec(sql);
      database.close();
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

describeStore("SQLite", makeFixture);
