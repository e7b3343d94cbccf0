import { constants } from "node:fs";
import { open } from "node:fs/promises";

interface Appended {
  /** Size of the file before the write. */
  readonly before: number;
  /** Size of the file after the write; undefined if another process wrote in between. */
  readonly end: number | undefined;
}

/**
 * Appends text to a file in one write and waits until it is on the disk. `begin` is written first
 * if the file is new or empty. Several processes may append at once: the system keeps each write
 * together.
 */
export async function appendToFile(path: string, begin: string, text: string): Promise<Appended> {
  const file = await open(path, constants.O_APPEND | constants.O_CREAT | constants.O_RDWR, 0o600);
  try {
    const { size: before } = await file.stat();
    // The line break ends a line that another process left torn.
    const bytes = Buffer.from(before === 0 ? begin + text : `\n${text}`, "utf8");
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await file.write(bytes, done, bytes.length - done);
      done += bytesWritten;
    }
    await file.datasync();
    const end = before + bytes.length;
    return { before, end: (await file.stat()).size === end ? end : undefined };
  } finally {
    await file.close();
  }
}
