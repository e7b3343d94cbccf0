import type * as Sqlite from "node:sqlite";

import { StoreError } from "../store.ts";

/** SQLite, loaded on first use, so that an older Node can report a clear error. */
export function nodeSqlite(): typeof Sqlite {
  const module: typeof Sqlite | undefined = process.getBuiltinModule("node:sqlite");
  if (!module) {
    throw new StoreError(
      "unavailable",
      `This Node (${process.version}) has no SQLite. Run the hub with Node 22.13 or newer.`,
    );
  }
  return module;
}
