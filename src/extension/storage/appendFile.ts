import { constants } from "node:fs";
import { open } from "node:fs/promises";

interface Appended {
  readonly before: number;
  readonly end: number | undefined;
}

/**
 * Appends in one write and waits for the disk; a new or empty file gets `begin` first. Safe for parallel processes: the
 * system keeps each write together.
 */
export async function appendToFile(path: string, begin: string, text: string): Promise<Appended> {
  const file = await open(path, constants.O_APPEND | constants.O_CREAT | constants.O_RDWR, 0o600);
  try {
    const { size: before } = await file.stat();
    // The line break ends another process's torn line.
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
