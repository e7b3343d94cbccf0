import { constants } from "node:fs";
import { open } from "node:fs/promises";

interface Appended {
  /** Size of the file before. */
  readonly before: number;
  /** Size after, if nobody else wrote in between. */
  readonly end: number | undefined;
}

/**
 * Adds text at the end of a file in one write and waits until it is on the disk; `begin` goes first if the
 * file is new or empty. Several processes may do so at once: the system keeps each write together.
 */
export async function appendToFile(path: string, begin: string, text: string): Promise<Appended> {
  const file = await open(path, constants.O_APPEND | constants.O_CREAT | constants.O_RDWR, 0o600);
  try {
    const { size: before } = await file.stat();
    // A line that another process left torn ends here.
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
