import { randomInt } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";

export function isTemporary(name: string): boolean {
  return /\.\d+\.tmp$/u.test(name);
}

/** Replaces a file so that a crash leaves the whole old or the whole new content (mode 0600). */
export async function writeFileAtomically(
  path: string,
  content: string | Uint8Array,
): Promise<void> {
  // Processes in containers that share a folder may have equal process ids.
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
