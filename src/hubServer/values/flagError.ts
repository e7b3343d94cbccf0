/** A flag or variable that cannot be used; the message is for who gave it. */
export class FlagError extends Error {
  override readonly name = "FlagError";
}
