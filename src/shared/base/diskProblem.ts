import { codeOf } from "./errorCode.ts";
const codes = ["ENOSPC", "EDQUOT", "EROFS"] as const;

/**
 * The code of an error that says that nothing can be written to the disk: no room, the person's quota is used up, or it
 * is read-only. Undefined for any other error.
 */
export function diskProblem(error: unknown): (typeof codes)[number] | undefined {
  const code = codeOf(error);
  return codes.find((one) => one === code);
}
