import { open } from "node:fs/promises";

/** As much as is read and handled at once, so that a large file never keeps the process busy for long. */
const chunkBytes = 256 * 1024;
const newline = 0x0a;

export interface LineChunk {
  /** Without blank ones. */
  readonly lines: readonly string[];
  /** Where the next whole line begins, in bytes. */
  readonly end: number;
}

/**
 * The lines of a file from `from` on, a byte that begins a line, in pieces. A last line without a line break
 * may be torn or still being written: it comes last and `end` stays before it.
 */
export async function* readLines(path: string, from: number): AsyncGenerator<LineChunk> {
  const file = await open(path, "r");
  try {
    const buffer = Buffer.allocUnsafe(chunkBytes);
    let rest: Buffer[] = [];
    let position = from;
    let end = from;
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, chunkBytes, position);
      if (bytesRead === 0) {
        break;
      }
      const piece = buffer.subarray(0, bytesRead);
      const last = piece.lastIndexOf(newline);
      if (last === -1) {
        rest.push(Buffer.from(piece));
      } else {
        const lines = linesOf(Buffer.concat([...rest, piece.subarray(0, last)]));
        rest = [Buffer.from(piece.subarray(last + 1))];
        end = position + last + 1;
        yield { lines, end };
      }
      position += bytesRead;
    }
    const lines = linesOf(Buffer.concat(rest));
    if (lines.length > 0) {
      yield { lines, end };
    }
  } finally {
    await file.close();
  }
}

function linesOf(bytes: Buffer): readonly string[] {
  return bytes
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "");
}
