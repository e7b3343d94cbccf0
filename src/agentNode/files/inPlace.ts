import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

export async function openInPlace(path: string): Promise<FileHandle> {
  // Undefined on Windows, where it counts as 0.
  return await open(path, constants.O_RDWR | constants.O_NOFOLLOW);
}

/**
 * Overwrites a file in place: a new file would leave the old content to other hard links, or lose the owner and
 * permissions.
 *
 * To fail early on a full disk, it appends first, then overwrites, and truncates last. If a step fails, it writes
 * `before` back; a crash leaves a mixture.
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

/** Repeats the system's call, which may write only a part. */
async function writeAt(file: FileHandle, bytes: Uint8Array, start: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, start + done);
    done += bytesWritten;
  }
}
