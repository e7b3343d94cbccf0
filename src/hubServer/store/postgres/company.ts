import { numberIn } from "../sql.ts";
import { StoreError } from "../store.ts";
import type { PostgresDatabase } from "./postgresDatabase.ts";

/** A hub that was not seen for so long is gone: three times the longest time between two looks. */
const goneAfterMs = 45_000;

/**
 * Whether other hubs use the database as well. What only saves them from waiting for each other costs the database
 * processor time, so a hub that is alone does without. What is granted does not depend on it: a hub that is seen late,
 * or too long, is only waited for more often, or less.
 */
export class Company {
  /** The place of this hub's own rows, of which others know nothing; two with the same are right, but wait. */
  readonly slot: number;
  readonly #database: PostgresDatabase;
  #isAlone = true;

  private constructor(database: PostgresDatabase, slot: number) {
    this.#database = database;
    this.slot = slot;
  }

  /** Takes the next place; rejects with a `StoreError`. */
  static async join(database: PostgresDatabase): Promise<Company> {
    const [row] = await database.rows("SELECT nextval('hub_slot')::int AS slot", []);
    if (!row) {
      throw new StoreError("unavailable", "The database answered what was not asked.");
    }
    const company = new Company(database, numberIn(row, "slot"));
    await company.look();
    return company;
  }

  /** Whether no other hub was there at the last look. */
  get isAlone(): boolean {
    return this.#isAlone;
  }

  /** Shows itself to the others and looks for them. */
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
