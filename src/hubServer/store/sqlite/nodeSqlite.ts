import type * as Sqlite from "node:sqlite";

import { StoreError } from "../store.ts";

/** Node's own SQLite. Asked for when it is needed, so that an older Node hears what is missing, not a stack. */
export function nodeSqlite(): typeof Sqlite {
  // Absent in a Node that does not have the module.
  const module: typeof Sqlite | undefined = process.getBuiltinModule("node:sqlite");
  if (!module) {
    throw new StoreError(
      "unavailable",
      `This Node (${process.version}) has no SQLite. Run the hub with Node 22.13 or newer.`,
    );
  }
  return module;
}
