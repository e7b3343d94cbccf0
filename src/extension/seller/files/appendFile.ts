import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * A file of the person's that only grows (mode 0600). What comes while a write is under way is written with
 * the next one, so many small appends cost few writes.
 */
export class AppendFile {
  readonly #path: string;
  #waiting: string[] = [];
  #flushing: Promise<void> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Resolves when the text is in the file; rejects if it cannot be. */
  async append(text: string): Promise<void> {
    this.#waiting.push(text);
    const before = this.#flushing;
    const flushing = (before ?? Promise.resolve()).then(
      () => this.#flush(),
      () => this.#flush(),
    );
    this.#flushing = flushing;
    await flushing;
  }

  /** Everything that came is written, or has failed. */
  async settled(): Promise<void> {
    await this.#flushing?.catch(() => undefined);
  }

  async #flush(): Promise<void> {
    const text = this.#waiting.join("");
    this.#waiting = [];
    if (text === "") {
      return;
    }
    await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
    const file = await open(this.#path, "a", 0o600);
    try {
      await file.writeFile(text, "utf8");
    } finally {
      await file.close();
    }
  }
}
