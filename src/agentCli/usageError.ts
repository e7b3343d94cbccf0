/** A sentence for the person who starts the program, about how it was started; it never quotes a secret. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** A sentence for the person about why there is no run; it never quotes a secret. */
export class ProgramError extends Error {
  override readonly name = "ProgramError";
}
