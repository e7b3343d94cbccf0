/** A person is asked before a model writes these files, or before they are sent. Names are in lower case. */
export interface GuardedFiles {
  /**
   * `runs` and `instructs` are read-only in the sandbox. A sandboxed command may write `runsOnCommand`; its `part` is
   * compared afterwards.
   */
  readonly why: "runs" | "instructs" | "runsOnCommand" | "secret";
  /** The program that reads the files, or the documentation that names them. */
  readonly source: string;
  readonly folders?: readonly string[];
  readonly names?: readonly string[];
  readonly paths?: readonly string[];
  readonly pattern?: RegExp;
  /** Names on the workspace's top level, guarded even if the sandbox could not search all folders. */
  readonly atTop?: readonly string[];
  /** The part of the file that runs; absent: all of it. */
  readonly part?: RunningPart;
}

/**
 * `scripts`: these keys of a JSON file. `manifest`: a TOML or JSON file without descriptions of the project. `sources`:
 * addresses and checksums of a lock file. `script`: a file that begins with `#!`.
 */
export type RunningPart = "scripts" | "manifest" | "sources" | "script";
