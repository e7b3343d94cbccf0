import { UsageError } from "../../sharedNode/flags.ts";
import { isReadableByAll } from "../../sharedNode/regularFile.ts";
import { readWithStats } from "./privateFile.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Throws a `UsageError` if unreadable, or readable by every user of the machine. */
export function secretIn(path: string | undefined): string | undefined {
  if (path === undefined) {
    return undefined;
  }
  const { bytes, stats } = readSecret(path);
  if (isReadableByAll(stats)) {
    throw new UsageError(
      `Every user of this machine can read the secret in ${path}. Run "chmod 600 ${path}", or mount it ` +
        "with the mode 0400, and consider a new secret.",
    );
  }
  return bytes.toString("utf8").trim();
}

function readSecret(path: string): ReturnType<typeof readWithStats> {
  try {
    return readWithStats(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown reason";
    throw new UsageError(`The secret in ${path} cannot be read: ${reason}`, { cause: error });
  }
}
