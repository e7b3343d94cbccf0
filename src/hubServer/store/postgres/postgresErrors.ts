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

/** True for an error of the data: SQLSTATE classes 22 and 23. */
export function isAboutData(error: unknown): boolean {
  return /^2[23]/u.test(sqlState(error instanceof StoreError ? error.cause : error));
}

function sqlState(error: unknown): string {
  return codeOf(error) ?? "";
}
