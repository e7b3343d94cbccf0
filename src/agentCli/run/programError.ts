/** A sentence for the person; never quotes a secret. */
export class ProgramError extends Error {
  override readonly name = "ProgramError";
}
