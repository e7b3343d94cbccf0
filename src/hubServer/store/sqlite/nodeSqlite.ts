import type * as Sqlite from "node:sqlite";

import { StoreError } from "../store.ts";

/** Node's own SQLite, loaded on first use, so that an older Node reports a clear error. */
export function nodeSqlite(): typeof Sqlite {
  // Undefined in a Node without the module.
  const module: typeof Sqlite | undefined = process.getBuiltinModule("node:sqlite");
  if (!module) {
    throw new StoreError(
      "unavailable",
      `This Node (${process.version}) has no SQLite. Run the hub with Node 22.13 or newer.`,
    );
  }
  return module;
}
