/**
 * Files about which the person is asked: before a model writes them, because they run by themselves or instruct
 * agents, or before they are sent, because they hold secrets. Names are in lower case.
 */
export interface GuardedFiles {
  /**
   * `runs` and `instructs`: read-only in the sandbox. `runsOnCommand`: only when somebody builds, tests or installs; a
   * command in the sandbox may write it, and its `part` is compared afterwards.
   */
  readonly why: "runs" | "instructs" | "runsOnCommand" | "secret";
  /** The program that reads them, or the documentation that names them. */
  readonly source: string;
  /** Everything below a folder with this name. */
  readonly folders?: readonly string[];
  readonly names?: readonly string[];
  /** The ends of paths, with their folders. */
  readonly paths?: readonly string[];
  readonly pattern?: RegExp;
  /**
   * Names as they are spelled on the workspace's own level, which the sandbox guards even where it could not look into all
   * folders.
   */
  readonly atTop?: readonly string[];
  /** Which part of the file runs; absent: all of it. */
  readonly part?: RunningPart;
}

/**
 * `scripts`: only these keys of a JSON file, which edits are compared by, too. `manifest`: a TOML or JSON file without what
 * only describes the project. `sources`: addresses and checksums of a lock file. `script`: a file that begins with `#!`.
 */
export type RunningPart = "scripts" | "manifest" | "sources" | "script";
