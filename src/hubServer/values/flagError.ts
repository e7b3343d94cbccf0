/** An unusable flag or variable; the message is for the person who set it. */
export class FlagError extends Error {
  override readonly name = "FlagError";
}
