import { codeOf } from "../../../shared/base/errorCode.ts";
import { auditTaken, StoreError } from "../store.ts";

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const uniqueViolation = "23505";

export function toStoreError(error: unknown): StoreError {
  if (error instanceof StoreError) {
    return error;
  }
  const state = sqlState(error);
  if (state === uniqueViolation) {
    if (error instanceof Error && "table" in error && error.table === "audit_event") {
      return auditTaken(error);
    }
    return new StoreError("conflict", "This is already taken.", error);
  }
  if (isAboutData(error)) {
    return new StoreError(
      "invalid",
      "It refers to what is not there, or something refers to it.",
      error,
    );
  }
  return new StoreError("unavailable", "The database cannot be used now.", error);
}

/** The error of a hub that starts without its database. The driver's words never have the password. */
export function unreachable(error: unknown): StoreError {
  const cause = error instanceof StoreError ? error.cause : error;
  // Node gives no words where it tried several addresses.
  const words = (cause instanceof Error ? cause.message : "") || (codeOf(cause) ?? "no answer");
  return new StoreError(
    "unavailable",
    `The hub cannot reach its database: ${words}. Check that PostgreSQL runs, and the address and password of the database.`,
    cause,
  );
}

/** True for an error of the data: SQLSTATE classes 22 and 23. */
export function isAboutData(error: unknown): boolean {
  return /^2[23]/u.test(sqlState(error instanceof StoreError ? error.cause : error));
}

function sqlState(error: unknown): string {
  return codeOf(error) ?? "";
}
