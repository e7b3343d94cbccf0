/** A flag or variable that cannot be used; the message is for the person who set it. */
export class FlagError extends Error {
  override readonly name = "FlagError";
}
