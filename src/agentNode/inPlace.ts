import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

/** Opens a file to write into it; fails for a link where the system can tell that it is one. */
export async function openInPlace(path: string): Promise<FileHandle> {
  // Undefined on Windows, which counts as 0 here.
  return await open(path, constants.O_RDWR | constants.O_NOFOLLOW);
}

/**
 * Writes another content into a file itself. Used where a new file in its place would be another one to others: further
 * names of it (hard links) would keep the old content, or its owner and permissions would be lost.
 *
 * A crash in the middle leaves a mixture, which a new file with a rename never does. So what can fail comes first: the end
 * that is longer than before needs room on the disk, and is taken off again if there is none; only then are bytes
 * overwritten that the disk has already, and last a shorter end is cut off. `before` is what stands there; it is put back
 * if the rest fails.
 */
export async function writeInPlace(
  file: FileHandle,
  before: Uint8Array,
  after: Uint8Array,
): Promise<void> {
  try {
    if (after.length > before.length) {
      await writeAt(file, after.subarray(before.length), before.length);
      await file.sync();
    }
    await writeAt(file, after.subarray(0, before.length), 0);
    await file.truncate(after.length);
    await file.sync();
  } catch (error) {
    await writeAt(file, before, 0)
      .then(() => file.truncate(before.length))
      // The first error is the one to report.
      .catch(() => undefined);
    throw error;
  }
}

/** One call may write a part only. */
async function writeAt(file: FileHandle, bytes: Uint8Array, start: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, start + done);
    done += bytesWritten;
  }
}
