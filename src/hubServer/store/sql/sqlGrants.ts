import type { DeviceGrant } from "../records.ts";
import type { DeviceGrantStore, GrantState } from "../store.ts";
import { fromStoredText, toStoredText } from "../storedText.ts";
import { numberIn, optionalTextIn, type Sql, type SqlRow, textIn } from "./sql.ts";

const undecided = "is_denied = 0 AND user_id IS NULL";

export function createGrantStore(sql: Sql): DeviceGrantStore {
  return {
    begin: async (grant, max) => {
      await sql.write([
        { sql: "DELETE FROM device_grant WHERE expires_at <= ?", values: [grant.createdAt] },
      ]);
      return (await sql.write([insertion(grant, max)])) > 0;
    },
    findPending: async (userCodeHash, now) => {
      const rows = await sql.rows(
        `SELECT * FROM device_grant WHERE user_code = ? AND expires_at > ? AND ${undecided}`,
        [userCodeHash, now],
      );
      return rows[0] && grantOf(rows[0]);
    },
    decide: async (userCodeHash, decision, now) => {
      const userId = decision.kind === "approved" ? toStoredText(decision.userId) : null;
      const count = await sql.write([
        {
          sql: `UPDATE device_grant SET is_denied = ?, user_id = ?
            WHERE user_code = ? AND expires_at > ? AND ${undecided}`,
          values: [decision.kind === "denied" ? 1 : 0, userId, userCodeHash, now],
        },
      ]);
      return count > 0;
    },
    take: async (deviceCodeHash, now) => {
      const [row] = await sql.rows(
        "SELECT * FROM device_grant WHERE device_code = ? AND expires_at > ?",
        [deviceCodeHash, now],
      );
      if (!row) {
        return undefined;
      }
      const state = stateOf(row);
      const isTaken =
        state.kind === "pending" ||
        (await sql.write([
          { sql: "DELETE FROM device_grant WHERE device_code = ?", values: [deviceCodeHash] },
        ])) > 0;
      return isTaken ? { grant: grantOf(row), state } : undefined;
    },
  };
}

function insertion(grant: DeviceGrant, max: number): Parameters<Sql["write"]>[0][number] {
  return {
    sql: `INSERT INTO device_grant
      (user_code, device_code, client, device_name, address, created_at, expires_at)
      SELECT ?, ?, ?, ?, ?, CAST(? AS bigint), CAST(? AS bigint)
      WHERE (SELECT count(*) FROM device_grant) < ?`,
    values: [
      grant.userCodeHash,
      grant.deviceCodeHash,
      toStoredText(grant.client),
      toStoredText(grant.deviceName),
      toStoredText(grant.address),
      grant.createdAt,
      grant.expiresAt,
      max,
    ],
  };
}

function grantOf(row: SqlRow): DeviceGrant {
  return {
    userCodeHash: textIn(row, "user_code"),
    deviceCodeHash: textIn(row, "device_code"),
    client: fromStoredText(textIn(row, "client")),
    deviceName: fromStoredText(textIn(row, "device_name")),
    address: fromStoredText(textIn(row, "address")),
    createdAt: numberIn(row, "created_at"),
    expiresAt: numberIn(row, "expires_at"),
  };
}

function stateOf(row: SqlRow): GrantState {
  const userId = optionalTextIn(row, "user_id");
  if (userId !== undefined) {
    return { kind: "approved", userId: fromStoredText(userId) };
  }
  return { kind: numberIn(row, "is_denied") === 1 ? "denied" : "pending" };
}
