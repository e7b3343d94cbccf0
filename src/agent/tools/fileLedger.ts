import type { WorkspacePath } from "./workspace.ts";

/** What a run knows of files: the state that it last read or wrote, and what it made and changed. */
export class FileLedger {
  readonly #hashes = new Map<string, string>();
  readonly #made = new Set<string>();
  readonly #changed = new Set<string>();

  /** The hash of the file when the run last read or wrote it. */
  hashOf({ real }: WorkspacePath): string | undefined {
    return this.#hashes.get(real);
  }

  noteRead({ real }: WorkspacePath, hash: string): void {
    this.#hashes.set(real, hash);
  }

  noteWritten(path: WorkspacePath, hash: string, isNew: boolean): void {
    this.#hashes.set(path.real, hash);
    this.#changed.add(path.shown);
    if (isNew) {
      this.#made.add(path.real);
    }
  }

  noteRemoved(path: WorkspacePath): void {
    this.#hashes.delete(path.real);
    this.#made.delete(path.real);
    this.#changed.add(path.shown);
  }

  /** A command changed, made or deleted it; what the run knows of its content is out of date, which its hash tells. */
  noteChangedByCommand(path: WorkspacePath): void {
    this.#changed.add(path.shown);
  }

  /** Whether this run made the file. */
  hasMade({ real }: WorkspacePath): boolean {
    return this.#made.has(real);
  }

  /** Paths of changed, made and deleted files, as people see them. */
  get changed(): readonly string[] {
    return [...this.#changed];
  }
}
