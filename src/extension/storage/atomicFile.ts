import { randomInt } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";

/** Whether this is the name of a temporary file, left behind by a replacement that was killed. */
export function isTemporary(name: string): boolean {
  return /\.\d+\.tmp$/u.test(name);
}

/** Replaces a file so that a crash leaves the old content or the new, but whole (mode 0600). */
export async function writeFileAtomically(
  path: string,
  content: string | Uint8Array,
): Promise<void> {
  // Of containers that share a folder, each may have a process of this number.
  const temporary = `${path}.${process.pid}.${randomInt(1e9)}.tmp`;
  try {
    const file = await open(temporary, "w", 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
