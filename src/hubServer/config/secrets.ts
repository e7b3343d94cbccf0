import { readFileSync } from "node:fs";

import { FlagError } from "../values/flagError.ts";

/** The variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The content of a file that holds only a secret, without the line break at its end. */
export function secretIn(path: string | undefined): string | undefined {
  if (path === undefined) {
    return undefined;
  }
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown reason";
    throw new FlagError(`The secret in ${path} cannot be read: ${reason}`, { cause: error });
  }
}
