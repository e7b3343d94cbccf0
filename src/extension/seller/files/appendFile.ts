import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";

/** A single write of this size cannot interleave with other programs' lines. */
const maxWriteLength = 256 * 1024;

/**
 * A file that only grows (mode 0600). Texts that arrive during a write share the next write. Other programs may append
 * at the same time.
 */
export class AppendFile {
  readonly #path: string;
  readonly #isLog: boolean;
  #waiting: string[] = [];
  #mustLast = false;
  #next: Promise<number> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #isKnown = false;

  /** In a log, each write begins on a new line, even after a program was killed inside a line. */
  constructor(path: string, { isLog = false }: { readonly isLog?: boolean } = {}) {
    this.#path = path;
    this.#isLog = isLog;
  }

  /**
   * Resolves when the text survives the end of this program; with `isDurable`, also a loss of power. Rejects if it
   * cannot be written.
   */
  async append(
    text: string,
    { isDurable = false }: { readonly isDurable?: boolean } = {},
  ): Promise<void> {
    const place = this.#waiting.push(text);
    this.#mustLast ||= isDurable;
    if (this.#next === undefined) {
      this.#next = this.settled().then(() => this.#flush());
      this.#last = this.#next;
    }
    if ((await this.#next) < place) {
      throw new Error("The disk is full");
    }
  }

  async settled(): Promise<void> {
    await this.#last.catch(() => undefined);
  }

  async #flush(): Promise<number> {
    const texts = this.#waiting;
    const mustLast = this.#mustLast;
    this.#waiting = [];
    this.#mustLast = false;
    this.#next = undefined;
    await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
    const file = await open(this.#path, "a", 0o600);
    let stored: number;
    try {
      stored = await (this.#isLog ? writeLog(file, texts) : writeAll(file, texts));
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
    return stored;
  }
}

/** Returns how many texts are whole in the file: a stored line must not count as refused. */
async function writeLog(file: FileHandle, texts: readonly string[]): Promise<number> {
  let stored = 0;
  try {
    for (const piece of joined(texts)) {
      const missing = await write(file, `\n${piece.join("")}`);
      if (missing > 0) {
        return stored + wholeTexts(piece, missing);
      }
      stored += piece.length;
    }
  } catch (error) {
    if (stored === 0) {
      throw error;
    }
  }
  return stored;
}

/** Texts that are whole in the file. A line without its line end counts, because the next write begins a new line. */
function wholeTexts(texts: readonly string[], missing: number): number {
  let left = missing - 1;
  return texts.toReversed().reduce((count, text) => {
    const isWhole = left <= 0;
    left -= Buffer.byteLength(text);
    return isWhole ? count : count - 1;
  }, texts.length);
}

/** Writes all texts or none: a partial row would be joined to the next one. */
async function writeAll(file: FileHandle, texts: readonly string[]): Promise<number> {
  const { size } = await file.stat();
  try {
    for (const piece of joined(texts)) {
      if ((await write(file, piece.join(""))) > 0) {
        throw new Error("The disk is full");
      }
    }
  } catch (error) {
    await file.truncate(size).catch(() => undefined);
    throw error;
  }
  return texts.length;
}

function* joined(texts: readonly string[]): Generator<readonly string[]> {
  let piece: string[] = [];
  let length = 0;
  for (const text of texts) {
    if (length + text.length > maxWriteLength && length > 0) {
      yield piece;
      piece = [];
      length = 0;
    }
    piece.push(text);
    length += text.length;
  }
  yield piece;
}

/** Uses one system call, so that other programs cannot write inside the text. Returns how many bytes did not fit. */
async function write(file: FileHandle, text: string): Promise<number> {
  const bytes = Buffer.from(text, "utf8");
  const { bytesWritten } = await file.write(bytes);
  return bytes.length - bytesWritten;
}

/** A new file's name survives a loss of power only after this; not every system supports it. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
