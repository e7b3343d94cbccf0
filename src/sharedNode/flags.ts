import { parseArgs, type ParseArgsConfig } from "node:util";

type Options = NonNullable<ParseArgsConfig["options"]>;
type Config<T extends Options> = {
  args: string[];
  options: T;
  strict: true;
  allowPositionals: boolean;
};
export type Flags<T extends Options> = ReturnType<typeof parseArgs<Config<T>>>;

/** A sentence for the person who starts the program; never quotes a secret. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Throws a `UsageError`. */
export function readFlags<T extends Options>(
  args: readonly string[],
  options: T,
  allowPositionals = false,
): Flags<T> {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : "The flags cannot be read.", {
      cause: error,
    });
  }
}
