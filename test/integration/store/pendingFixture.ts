import { Client } from "pg";
import { afterEach, beforeEach } from "vitest";

import type { ThrowAwayPostgres } from "../../../scripts/postgres.ts";
import { eventJson } from "../../../src/hubServer/store/postgres/postgresDatabase.ts";
import { openPostgresStore } from "../../../src/hubServer/store/postgres/postgresStore.ts";
import type { Store } from "../../../src/hubServer/store/store.ts";
import { eventOf, moneyClaim, noon, reservationOf, settlementOf, subject } from "./storeFixture.ts";
import { withTables } from "./withTables.ts";

/** An event in the form that the functions of the database take. */
export const eventText = JSON.stringify([eventJson(eventOf({ detail: { by: "another hub" } }))]);

/** A database for each test, hubs on it, and others who hold the audit's head or write past the hubs. */
export class PendingFixture {
  #url = "";
  readonly #stores: Store[] = [];
  #holder: Client | undefined;

  constructor(server: () => ThrowAwayPostgres) {
    beforeEach(async () => {
      this.#url = await server().createDatabase(withTables);
      // A hub that is alone enters its events at once.
      await this.query("INSERT INTO hub_process VALUES (99, hub_now() + 600000)");
    });
    afterEach(async () => {
      await this.freeHead();
      await this.close();
    });
  }

  get url(): string {
    return this.#url;
  }

  async open(): Promise<Store> {
    const store = await openPostgresStore(this.#url, { now: () => noon });
    this.#stores.push(store);
    return store;
  }

  async close(): Promise<void> {
    await Promise.all(this.#stores.splice(0).map((store) => store.close()));
  }

  /** Until `freeHead` nothing gets into the chain. */
  async holdHead(): Promise<void> {
    this.#holder = new Client({ connectionString: this.#url });
    // The server may go away meanwhile.
    this.#holder.on("error", () => {});
    await this.#holder.connect();
    await this.#holder.query("BEGIN; SELECT FROM audit_head FOR UPDATE");
  }

  /** In the transaction that holds the head. */
  async queryAsHolder(sql: string): Promise<void> {
    await this.#holder?.query(sql);
  }

  async freeHead(): Promise<void> {
    // Without the server there is nothing to free.
    await this.#holder?.query("COMMIT").catch(() => {});
    await this.#holder?.end();
    this.#holder = undefined;
  }

  /** Past the hubs; returns the rows of the last statement. */
  async query(sql: string): Promise<readonly unknown[]> {
    const client = new Client({ connectionString: this.#url });
    await client.connect();
    try {
      const result: unknown = await client.query(sql);
      const last: unknown = Array.isArray(result) ? result.at(-1) : result;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the result of a query
      return (last as { readonly rows: readonly unknown[] }).rows;
    } finally {
      await client.end();
    }
  }

  /** Numbers of events that wait for their place in the chain, and that have it. */
  async counts(): Promise<{ readonly pending: number; readonly chained: number }> {
    const [counts] = await this.query(
      `SELECT (SELECT count(*)::int FROM audit_pending) AS pending,
        (SELECT count(*)::int FROM audit_event) AS chained`,
    );
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is selected above
    return counts as { readonly pending: number; readonly chained: number };
  }

  /** As a hub has left it that is gone. */
  async leaveEvent(): Promise<void> {
    await this.query(`SELECT hub_append_later('${eventText}')`);
  }

  /** How many connections wait for a lock. */
  async waiting(): Promise<number> {
    const rows = await this.query(`SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`);
    return rows.length;
  }
}

export function names(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `r${index + 1}`);
}

/** A request from its reservation to its end, for the budget `b`. */
export async function settle({ ledger }: Store, id: string, now = noon): Promise<void> {
  const budgets = [moneyClaim("b", 1_000_000_000)];
  await ledger.reserve(reservationOf(id, { budgets, subject: { ...subject, requestId: id } }));
  await ledger.settle(settlementOf(id, { now }));
}
