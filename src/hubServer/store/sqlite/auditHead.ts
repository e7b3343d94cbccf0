import { nextRow, type AuditRow, type ChainHead } from "../auditChain.ts";
import type { AuditEvent } from "../records.ts";
import { numberIn, textIn } from "../sql/sql.ts";
import { insertAuditRow } from "../sql/sqlAudit.ts";
import { StoreError } from "../store.ts";
import type { KeptRows } from "./batches.ts";
import type { SqliteConnection } from "./sqliteConnection.ts";

export class AuditHead implements KeptRows {
  readonly #connection: SqliteConnection;
  #head: ChainHead | undefined;
  #isChanged = false;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  /** Must run within a transaction. */
  append(event: AuditEvent): AuditRow {
    const row = nextRow(this.#head ?? this.#stored(), event);
    const { sql, values } = insertAuditRow(row);
    this.#connection.change(sql, ...values);
    this.#head = { seq: row.seq, hash: row.hash };
    this.#isChanged = true;
    return row;
  }

  write(): void {
    if (this.#isChanged && this.#head) {
      const { seq, hash } = this.#head;
      this.#connection.change("UPDATE audit_head SET seq = ?, hash = ?", seq, hash);
    }
    this.#isChanged = false;
  }

  forget(): void {
    this.#head = undefined;
    this.#isChanged = false;
  }

  #stored(): ChainHead {
    const [row] = this.#connection.select("SELECT seq, hash FROM audit_head");
    if (!row) {
      throw new StoreError("unavailable", "The database is damaged: it has no audit head.");
    }
    return { seq: numberIn(row, "seq"), hash: textIn(row, "hash") };
  }
}
