import { codeOf } from "./errorCode.ts";
const codes = ["ENOSPC", "EDQUOT", "EROFS"] as const;

/** Returns the error's code if the disk is full, over quota or read-only. */
export function diskProblem(error: unknown): (typeof codes)[number] | undefined {
  const code = codeOf(error);
  return codes.find((one) => one === code);
}
