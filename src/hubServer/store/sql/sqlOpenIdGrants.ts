import type { OpenIdGrant, OpenIdGrantStore } from "../store.ts";
import { fromStoredText, toStoredText } from "../storedText.ts";
import { type Sql, textIn } from "./sql.ts";

const maxTaken = 500;

export function createOpenIdGrantStore(sql: Sql): OpenIdGrantStore {
  return {
    put: async ({ userId, sealed }, now) => {
      await sql.write([
        {
          sql: `INSERT INTO openid_grant (user_id, sealed, taken_at) VALUES (?, ?, ?)
            ON CONFLICT (user_id) DO UPDATE SET sealed = excluded.sealed, taken_at = excluded.taken_at`,
          values: [toStoredText(userId), sealed, now],
        },
      ]);
    },
    has: async (userId) => {
      const key = toStoredText(userId);
      return (await sql.rows("SELECT 1 FROM openid_grant WHERE user_id = ?", [key])).length > 0;
    },
    takeDue: async (dueAt, now) => {
      const rows = await sql.rows(
        `SELECT user_id, sealed FROM openid_grant WHERE taken_at <= ? ORDER BY taken_at LIMIT ${maxTaken}`,
        [dueAt],
      );
      const taken: OpenIdGrant[] = [];
      for (const row of rows) {
        const count = await sql.write([
          {
            sql: "UPDATE openid_grant SET taken_at = ? WHERE user_id = ? AND taken_at <= ?",
            values: [now, textIn(row, "user_id"), dueAt],
          },
        ]);
        if (count > 0) {
          taken.push({
            userId: fromStoredText(textIn(row, "user_id")),
            sealed: textIn(row, "sealed"),
          });
        }
      }
      return taken;
    },
    replace: async ({ userId, sealed }, next) => {
      const where = "WHERE user_id = ? AND sealed = ?";
      const values = [toStoredText(userId), sealed];
      const statement =
        next === undefined
          ? { sql: `DELETE FROM openid_grant ${where}`, values }
          : { sql: `UPDATE openid_grant SET sealed = ? ${where}`, values: [next, ...values] };
      return (await sql.write([statement])) > 0;
    },
  };
}
