import { ownName, type WorkspacePath } from "./workspace.ts";

/** The last read or written states, and the run's changes. */
export class FileLedger {
  readonly #hashes = new Map<string, string>();
  readonly #made = new Set<string>();
  readonly #changed = new Map<string, string>();

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

  /** The old hash stays: it shows that the run's knowledge is outdated. */
  noteChangedByCommand(path: WorkspacePath): void {
    this.#changed.set(ownName(path), path.real);
  }

  hasMade({ real }: WorkspacePath): boolean {
    return this.#made.has(real);
  }

  get changed(): readonly string[] {
    return [...this.#changed.keys()];
  }

  get changedFiles(): readonly { readonly shown: string; readonly hash: string | undefined }[] {
    return [...this.#changed].map(([shown, real]) => ({ shown, hash: this.#hashes.get(real) }));
  }
}
