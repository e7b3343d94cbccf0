import { codeOf } from "./errorCode.ts";
const codes = ["ENOSPC", "EDQUOT", "EROFS"] as const;

/** The code of an error for a full, over-quota or read-only disk; undefined for any other error. */
export function diskProblem(error: unknown): (typeof codes)[number] | undefined {
  const code = codeOf(error);
  return codes.find((one) => one === code);
}
