import type { AuditEvent, AuditRecord } from "../records.ts";
import { StoreError } from "../store.ts";
import { fromStoredText, toStoredText } from "../storedText.ts";

export type SqlValue = string | number | null;

export type SqlRow = Readonly<Record<string, unknown>>;

export interface Statement {
  /** Parameters are `?`, in the order of `values`. */
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** The database's own words for the run's or the session's id in an event. */
export interface ConversationWords {
  readonly text: string;
  /** A session's id as `text` gives it. */
  readonly sessionValue: (id: string) => string;
}

export interface Sql {
  readonly rows: (sql: string, values: readonly SqlValue[]) => Promise<readonly SqlRow[]>;
  /** Writes all or nothing; also nothing if the first statement changes no row. Returns that statement's row count. */
  readonly write: (statements: readonly Statement[], event?: AuditEvent) => Promise<number>;
  readonly append: (event: AuditEvent) => Promise<AuditRecord>;
  readonly conversation: ConversationWords;
  /** SQL function `name(text, part)`; 0 if absent. */
  readonly position: "instr" | "strpos";
  /**
   * The relation of events that are not chained yet, with `seq` 0. They may be chained at any time, so read them with
   * the chain in one statement.
   */
  readonly unchained: string;
  readonly budgets: "budget_use" | "budget_now";
}

export function numberIn(row: SqlRow, column: string): number {
  const value = row[column];
  if (typeof value !== "number") {
    throw damaged(column);
  }
  return value;
}

export function textIn(row: SqlRow, column: string): string {
  const value = row[column];
  if (typeof value !== "string") {
    throw damaged(column);
  }
  return value;
}

export function optionalNumberIn(row: SqlRow, column: string): number | undefined {
  return row[column] === null ? undefined : numberIn(row, column);
}

export function optionalTextIn(row: SqlRow, column: string): string | undefined {
  return row[column] === null ? undefined : textIn(row, column);
}

/** The texts of a row as they were before they were stored. */
export function storedTexts(row: SqlRow): {
  readonly text: (column: string) => string;
  readonly optional: (column: string) => string | undefined;
} {
  return {
    text: (column) => fromStoredText(textIn(row, column)),
    optional: (column) => {
      const value = optionalTextIn(row, column);
      return value === undefined ? undefined : fromStoredText(value);
    },
  };
}

export interface Condition {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/** ` AND column = ?` for each given value. */
export function equalTo(columns: Readonly<Record<string, string | undefined>>): Condition {
  const given = Object.entries(columns).filter(([, value]) => value !== undefined);
  return {
    text: given.map(([column]) => ` AND ${column} = ?`).join(""),
    values: given.map(([, value = ""]) => toStoredText(value)),
  };
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it says what was written there
export function jsonIn<T>(row: SqlRow, column: string): T {
  try {
    // Each JSON column has one writer, of this type.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return JSON.parse(textIn(row, column)) as T;
  } catch (error) {
    throw error instanceof StoreError ? error : damaged(column, error);
  }
}

function damaged(column: string, cause?: unknown): StoreError {
  return new StoreError(
    "unavailable",
    `The database is damaged: ${column} is not readable.`,
    cause,
  );
}
