import type { WorkspacePath } from "./workspace.ts";

/** A run's knowledge of files: their last read or written states, and the run's changes. */
export class FileLedger {
  readonly #hashes = new Map<string, string>();
  readonly #made = new Set<string>();
  /** Real paths by the paths that people see. */
  readonly #changed = new Map<string, string>();

  /** The file's hash when the run last read or wrote it. */
  hashOf({ real }: WorkspacePath): string | undefined {
    return this.#hashes.get(real);
  }

  noteRead({ real }: WorkspacePath, hash: string): void {
    this.#hashes.set(real, hash);
  }

  noteWritten(path: WorkspacePath, hash: string, isNew: boolean): void {
    this.#hashes.set(path.real, hash);
    this.#changed.set(path.shown, path.real);
    if (isNew) {
      this.#made.add(path.real);
    }
  }

  noteRemoved(path: WorkspacePath): void {
    this.#hashes.delete(path.real);
    this.#made.delete(path.real);
    this.#changed.set(path.shown, path.real);
  }

  /** A command changed, created or deleted the file; the run's hash shows that its knowledge is outdated. */
  noteChangedByCommand(path: WorkspacePath): void {
    this.#changed.set(path.shown, path.real);
  }

  /** Whether this run created the file. */
  hasMade({ real }: WorkspacePath): boolean {
    return this.#made.has(real);
  }

  /** Changed, created and deleted files, as people see them. */
  get changed(): readonly string[] {
    return [...this.#changed.keys()];
  }

  /** The same with their hashes; a deleted file has none. */
  get changedFiles(): readonly { readonly shown: string; readonly hash: string | undefined }[] {
    return [...this.#changed].map(([shown, real]) => ({ shown, hash: this.#hashes.get(real) }));
  }
}
