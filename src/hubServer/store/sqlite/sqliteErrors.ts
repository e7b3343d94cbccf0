import { auditTaken, StoreError } from "../store.ts";

/** https://sqlite.org/rescode.html */
const constraint = 19;
const uniqueCodes = new Set([2067, 1555]);
const damageCodes = new Set([11, 26]);

export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) {
    return error;
  }
  const code = errorCode(error);
  if (code !== undefined && uniqueCodes.has(code)) {
    if (error instanceof Error && error.message.includes("audit_event.seq")) {
      return auditTaken(error);
    }
    return new StoreError("conflict", "This is already taken.", error);
  }
  if (code !== undefined && (code & 0xff) === constraint) {
    return new StoreError(
      "invalid",
      "It refers to what is not there, or something refers to it.",
      error,
    );
  }
  const damage = damageOf(error);
  if (damage !== undefined) {
    return damagedFile(damage, error);
  }
  return new StoreError("unavailable", `The database cannot be used: ${String(error)}`, error);
}

/** SQLite's words for a file that is damaged; undefined for another error. */
export function damageOf(error: unknown): string | undefined {
  const code = errorCode(error);
  const isDamage = code !== undefined && damageCodes.has(code & 0xff);
  return isDamage && error instanceof Error ? error.message : undefined;
}

export function damagedFile(problem: string, cause?: unknown): StoreError {
  return new StoreError(
    "unavailable",
    `The database is damaged: ${problem}. Put a backup in its place: hub restore <file>`,
    cause,
  );
}

function errorCode(error: unknown): number | undefined {
  return error instanceof Error && "errcode" in error && typeof error.errcode === "number"
    ? error.errcode
    : undefined;
}
