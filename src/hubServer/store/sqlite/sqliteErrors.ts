import { auditTaken, StoreError } from "../store.ts";

/** Extended result codes, https://sqlite.org/rescode.html */
const constraint = 19;
const uniqueCodes = new Set([2067, 1555]);

/** What SQLite reports as one of the three reasons that callers act on. */
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
  return new StoreError("unavailable", `The database cannot be used: ${String(error)}`, error);
}

function errorCode(error: unknown): number | undefined {
  return error instanceof Error && "errcode" in error && typeof error.errcode === "number"
    ? error.errcode
    : undefined;
}
