import { readRecord } from "../readRecord.ts";
import type { TokenRecord } from "../records.ts";
import { digestOf, withState } from "../recordStates.ts";
import type { DeviceStore } from "../store.ts";
import { toStoredText } from "../storedText.ts";
import type { RowSeal } from "./rowSeal.ts";
import { textIn, type Sql } from "./sql.ts";
import { putStatements, recordIn } from "./sqlRecords.ts";

export function createDeviceStore(sql: Sql, seal: RowSeal): DeviceStore {
  return {
    secretOf: (...values) => seal.of("secret", ...values),
    replace: async (seen, next, event) => {
      const id = toStoredText(next.id);
      const [row] = await sql.rows(
        "SELECT id, body, last_used_at, seal FROM record WHERE kind = 'token' AND id = ?",
        [id],
      );
      if (!row || !isSame(readRecord("token", recordIn(row, "token", seal)), seen)) {
        return false;
      }
      const unchanged = {
        sql: "UPDATE record SET name = name WHERE kind = 'token' AND id = ? AND body = ?",
        values: [id, textIn(row, "body")],
      };
      const statements = [unchanged, ...putStatements("token", next, seal)];
      const state = withState(event, "token", { id: next.id, record: next });
      return (await sql.write(statements, state)) > 0;
    },
  };
}

function isSame(one: TokenRecord, other: TokenRecord): boolean {
  return digestOf(one) === digestOf(other);
}
