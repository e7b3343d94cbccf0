/**
 * Files about which the person is asked: before a model writes them, because they run by themselves or instruct
 * agents, or before they are sent, because they hold secrets. Names are in lower case.
 */
export interface GuardedFiles {
  /** `runsOnCommand`: only when somebody builds or tests, which an agent does by itself. */
  readonly why: "runs" | "instructs" | "runsOnCommand" | "secret";
  /** The program that reads them, or the documentation that names them. */
  readonly source: string;
  /** Everything below a folder with this name. */
  readonly folders?: readonly string[];
  readonly names?: readonly string[];
  /** The ends of paths, with their folders. */
  readonly paths?: readonly string[];
  readonly pattern?: RegExp;
}
