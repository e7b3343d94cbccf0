import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";

/** Most text in one write, so that two programs do not write into each other's lines. */
const maxWriteLength = 256 * 1024;

/**
 * A file of the person's that only grows (mode 0600). Texts that arrive during a write go out with
 * the next write, so many small appends cost few writes. Other programs may append to it at the
 * same time.
 */
export class AppendFile {
  readonly #path: string;
  readonly #isLog: boolean;
  #waiting: string[] = [];
  #mustLast = false;
  /** The write that takes every waiting text; undefined until a text waits. */
  #next: Promise<void> | undefined;
  #last: Promise<void> = Promise.resolve();
  #isKnown = false;

  /** In a log, each write begins on a new line, even after a program was killed inside a line. */
  constructor(path: string, { isLog = false }: { readonly isLog?: boolean } = {}) {
    this.#path = path;
    this.#isLog = isLog;
  }

  /**
   * Resolves when the text is in the file and survives the end of this program; with `isDurable`,
   * it also survives a loss of power. Rejects if it cannot be written.
   */
  async append(
    text: string,
    { isDurable = false }: { readonly isDurable?: boolean } = {},
  ): Promise<void> {
    this.#waiting.push(text);
    this.#mustLast ||= isDurable;
    // All texts that wait share one write, so that each of them learns of its failure.
    if (this.#next === undefined) {
      this.#next = this.settled().then(() => this.#flush());
      this.#last = this.#next;
    }
    await this.#next;
  }

  /** Resolves when every pending text is written or has failed. */
  async settled(): Promise<void> {
    await this.#last.catch(() => undefined);
  }

  async #flush(): Promise<void> {
    const texts = this.#waiting;
    const mustLast = this.#mustLast;
    this.#waiting = [];
    this.#mustLast = false;
    this.#next = undefined;
    await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
    const file = await open(this.#path, "a", 0o600);
    try {
      await this.#write(file, texts);
      if (mustLast) {
        await file.datasync();
      }
    } finally {
      await file.close();
    }
    if (mustLast && !this.#isKnown) {
      this.#isKnown = true;
      await syncFolder(dirname(this.#path));
    }
  }

  async #write(file: FileHandle, texts: readonly string[]): Promise<void> {
    if (this.#isLog) {
      for (const text of joined(texts)) {
        await writeWhole(file, `\n${text}`);
      }
      return;
    }
    // No other program writes to it: half a row would be glued to the next row.
    const { size } = await file.stat();
    try {
      for (const text of joined(texts)) {
        await writeWhole(file, text);
      }
    } catch (error) {
      await file.truncate(size).catch(() => undefined);
      throw error;
    }
  }
}

/** Joins texts into as few pieces as the largest write allows. */
function* joined(texts: readonly string[]): Generator<string> {
  let piece = "";
  for (const text of texts) {
    if (piece.length + text.length > maxWriteLength && piece !== "") {
      yield piece;
      piece = "";
    }
    piece += text;
  }
  yield piece;
}

/** One system call, so that the text of other programs is before or after it, never inside. */
async function writeWhole(file: FileHandle, text: string): Promise<void> {
  const bytes = Buffer.from(text, "utf8");
  const { bytesWritten } = await file.write(bytes);
  if (bytesWritten < bytes.length) {
    throw new Error("The disk is full");
  }
}

/** A new file's name survives a loss of power only after this; not every system supports it. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
