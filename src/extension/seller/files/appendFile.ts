import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";

/** What is written at once, so that two programs do not write into each other's lines. */
const maxWriteLength = 256 * 1024;

/**
 * A file of the person's that only grows (mode 0600). What comes while a write is under way is written with
 * the next one, so many small appends cost few writes. Other programs may append to it at the same time.
 */
export class AppendFile {
  readonly #path: string;
  readonly #isLog: boolean;
  #waiting: string[] = [];
  #mustLast = false;
  #flushing: Promise<void> | undefined;
  #isKnown = false;

  /** In a log of lines each write begins on a new line, whatever a program that was killed left there. */
  constructor(path: string, { isLog = false }: { readonly isLog?: boolean } = {}) {
    this.#path = path;
    this.#isLog = isLog;
  }

  /**
   * Resolves when the text is in the file, where it outlives this program; with `isDurable` it outlives a
   * loss of power. Rejects if it cannot be written.
   */
  async append(
    text: string,
    { isDurable = false }: { readonly isDurable?: boolean } = {},
  ): Promise<void> {
    this.#waiting.push(text);
    this.#mustLast ||= isDurable;
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
    const texts = this.#waiting;
    const mustLast = this.#mustLast;
    this.#waiting = [];
    this.#mustLast = false;
    if (texts.length === 0) {
      return;
    }
    await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
    const file = await open(this.#path, "a", 0o600);
    try {
      for (const text of joined(texts)) {
        await writeWhole(file, this.#isLog ? `\n${text}` : text);
      }
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
}

/** In as few pieces as the largest write allows. */
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

/** One call of the system, so that what others append is before or behind it. */
async function writeWhole(file: FileHandle, text: string): Promise<void> {
  const bytes = Buffer.from(text, "utf8");
  const { bytesWritten } = await file.write(bytes);
  if (bytesWritten < bytes.length) {
    throw new Error("The disk is full");
  }
}

/** A new file's name lasts only once its folder is written, too; not every system can be asked for that. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
