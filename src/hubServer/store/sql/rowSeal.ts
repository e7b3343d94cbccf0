import { createHmac, timingSafeEqual } from "node:crypto";

import { toStoredText } from "../storedText.ts";
import { jsonIn, optionalTextIn, type Sql, type SqlRow, type Statement, textIn } from "./sql.ts";

/**
 * Binds rows that grant a sign-in to a key outside the database. A person who can only write to the database can neither
 * add nor change such a row.
 */
export class RowSeal {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  of(...values: readonly (string | number | null)[]): string {
    return createHmac("sha256", this.#key).update(JSON.stringify(values)).digest("base64url");
  }

  fits(row: SqlRow, ...values: readonly (string | number | null)[]): boolean {
    const seal = Buffer.from(optionalTextIn(row, "seal") ?? "");
    const expected = Buffer.from(this.of(...values));
    return seal.length === expected.length && timingSafeEqual(seal, expected);
  }

  /** Null for a token that no device can renew. */
  ofToken(id: string, body: string): string | null {
    return isDevice(JSON.parse(body)) ? this.of("device", id, body) : null;
  }

  /** A token of a device whose row was planted or changed counts as revoked. */
  checkedToken(row: SqlRow, token: object): object {
    const isOurs =
      !isDevice(token) || this.fits(row, "device", textIn(row, "id"), textIn(row, "body"));
    return isOurs ? token : { ...token, revokedAt: 0 };
  }
}

function isDevice(token: unknown): boolean {
  return typeof token === "object" && token !== null && "device" in token;
}

/** Seals the devices of a database that an older hub, or another key, wrote. Call before the hub serves. */
export async function sealDevices(sql: Sql, seal: RowSeal): Promise<void> {
  const [mark] = await sql.rows("SELECT seal FROM row_seal", []);
  if (mark && seal.fits(mark, "all rows")) {
    return;
  }
  const rows = await sql.rows("SELECT id, body FROM record WHERE kind = 'token'", []);
  const devices = rows.filter((row) => isDevice(jsonIn<object>(row, "body")));
  await sql.write([
    ...devices.map((row): Statement => {
      const [id, body] = [textIn(row, "id"), textIn(row, "body")];
      return {
        sql: "UPDATE record SET seal = ? WHERE kind = 'token' AND id = ? AND body = ?",
        values: [seal.ofToken(id, body), id, body],
      };
    }),
    { sql: "DELETE FROM row_seal", values: [] },
    { sql: "INSERT INTO row_seal (seal) VALUES (?)", values: [toStoredText(seal.of("all rows"))] },
  ]);
}
