import { numberIn } from "../sql/sql.ts";
import { StoreError } from "../store.ts";
import type { PostgresDatabase } from "./postgresDatabase.ts";

const goneAfterMs = 45_000;

/**
 * Detects other hubs: a hub that is alone skips work that only avoids waiting. Grants do not depend on it; noticing a
 * hub late only causes more waiting.
 */
export class Company {
  /** Two hubs with the same slot stay correct, but wait for each other. */
  readonly slot: number;
  readonly #database: PostgresDatabase;
  #isAlone = true;

  private constructor(database: PostgresDatabase, slot: number) {
    this.#database = database;
    this.slot = slot;
  }

  static async join(database: PostgresDatabase): Promise<Company> {
    const [row] = await database.rows("SELECT nextval('hub_slot')::int AS slot", []);
    if (!row) {
      throw new StoreError("unavailable", "The database answered what was not asked.");
    }
    const company = new Company(database, numberIn(row, "slot"));
    await company.look();
    return company;
  }

  get isAlone(): boolean {
    return this.#isAlone;
  }

  async look(): Promise<void> {
    const [row] = await this.#database.rows(
      `WITH me AS (
        INSERT INTO hub_process (slot, seen_at) VALUES (?, hub_now())
          ON CONFLICT (slot) DO UPDATE SET seen_at = excluded.seen_at RETURNING slot, seen_at
      ) SELECT EXISTS (SELECT FROM hub_process AS other
          WHERE other.slot <> me.slot AND other.seen_at > me.seen_at - ?) AS has_others
        FROM me`,
      [this.slot, goneAfterMs],
    );
    this.#isAlone = row?.["has_others"] !== true;
  }

  async leave(): Promise<void> {
    await this.#database.rows("DELETE FROM hub_process WHERE slot = ? RETURNING slot", [this.slot]);
  }
}
