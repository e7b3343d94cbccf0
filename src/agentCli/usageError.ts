/** A sentence for the person who starts the program; it never quotes a secret. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
