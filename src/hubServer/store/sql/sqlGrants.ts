import type { DeviceGrant } from "../records.ts";
import type { DeviceGrantStore, GrantState } from "../store.ts";
import { fromStoredText, toStoredText } from "../storedText.ts";
import type { RowSeal } from "./rowSeal.ts";
import { numberIn, optionalTextIn, type Sql, type SqlRow, textIn } from "./sql.ts";

const undecided = "is_denied = 0 AND user_id IS NULL";

export function createGrantStore(sql: Sql, seal: RowSeal): DeviceGrantStore {
  const findPending: DeviceGrantStore["findPending"] = async (userCodeHash, now) => {
    const rows = await sql.rows(
      `SELECT * FROM device_grant WHERE user_code = ? AND expires_at > ? AND ${undecided}`,
      [userCodeHash, now],
    );
    return rows[0] && isOurs(rows[0], seal) ? grantOf(rows[0]) : undefined;
  };
  return {
    begin: async (grant, max) => {
      await sql.write([
        { sql: "DELETE FROM device_grant WHERE expires_at <= ?", values: [grant.createdAt] },
      ]);
      return (await sql.write([insertion(grant, max, seal)])) > 0;
    },
    findPending,
    decide: async (userCodeHash, decision, now) => {
      const grant = await findPending(userCodeHash, now);
      if (!grant) {
        return false;
      }
      const before = seal.of(...sealedIn(grant, { kind: "pending" }));
      const after = seal.of(...sealedIn(grant, decision));
      const userId = decision.kind === "approved" ? toStoredText(decision.userId) : null;
      const count = await sql.write([
        {
          sql: `UPDATE device_grant SET is_denied = ?, user_id = ?, seal = ?
            WHERE user_code = ? AND expires_at > ? AND ${undecided} AND seal = ?`,
          values: [decision.kind === "denied" ? 1 : 0, userId, after, userCodeHash, now, before],
        },
      ]);
      return count > 0;
    },
    take: async (deviceCodeHash, now) => {
      const [row] = await sql.rows(
        "SELECT * FROM device_grant WHERE device_code = ? AND expires_at > ?",
        [deviceCodeHash, now],
      );
      if (!row || !isOurs(row, seal)) {
        return undefined;
      }
      const state = stateOf(row);
      const isTaken =
        state.kind === "pending" ||
        (await sql.write([
          {
            sql: "DELETE FROM device_grant WHERE device_code = ? AND seal = ?",
            values: [deviceCodeHash, textIn(row, "seal")],
          },
        ])) > 0;
      return isTaken ? { grant: grantOf(row), state } : undefined;
    },
  };
}

function isOurs(row: SqlRow, seal: RowSeal): boolean {
  return seal.fits(row, ...sealedIn(grantOf(row), stateOf(row)));
}

function sealedIn(grant: DeviceGrant, state: GrantState): readonly (string | number | null)[] {
  const { userCodeHash, deviceCodeHash, client, deviceName, address, createdAt, expiresAt } = grant;
  const decided = state.kind === "approved" ? state.userId : null;
  return [
    "grant",
    userCodeHash,
    deviceCodeHash,
    client,
    deviceName,
    address,
    createdAt,
    expiresAt,
    state.kind,
    decided,
  ];
}

function insertion(
  grant: DeviceGrant,
  max: number,
  seal: RowSeal,
): Parameters<Sql["write"]>[0][number] {
  return {
    sql: `INSERT INTO device_grant
      (user_code, device_code, client, device_name, address, created_at, expires_at, seal)
      SELECT ?, ?, ?, ?, ?, CAST(? AS bigint), CAST(? AS bigint), ?
      WHERE (SELECT count(*) FROM device_grant) < ?`,
    values: [
      grant.userCodeHash,
      grant.deviceCodeHash,
      toStoredText(grant.client),
      toStoredText(grant.deviceName),
      toStoredText(grant.address),
      grant.createdAt,
      grant.expiresAt,
      seal.of(...sealedIn(grant, { kind: "pending" })),
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
