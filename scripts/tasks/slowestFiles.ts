import { relative } from "node:path";

interface TimedFile {
  readonly name: string;
  /** In epoch milliseconds, as `endTime`. */
  readonly startTime: number;
  readonly endTime: number;
}

/** The files that took longest, one a line, with their seconds. */
export function slowestFiles(
  files: readonly TimedFile[],
  { root, count }: { readonly root: string; readonly count: number },
): readonly string[] {
  return files
    .map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      seconds: Math.round((endTime - startTime) / 1_000),
    }))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, count)
    .map(({ file, seconds }) => `${String(seconds).padStart(5)} s  ${file}`);
}
