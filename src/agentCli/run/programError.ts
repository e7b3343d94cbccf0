/** A sentence for the person about why there is no run; never quotes a secret. */
export class ProgramError extends Error {
  override readonly name = "ProgramError";
}
