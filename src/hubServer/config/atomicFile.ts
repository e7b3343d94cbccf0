import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";

/** Writes a file that no crash damages: the saved file has the whole old content or the new (mode 0600). */
export function writeFileAtomically(path: string, content: string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const file = openSync(temporary, "w", 0o600);
    try {
      writeSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
}

/** Makes a rename survive a crash. */
export function syncFolder(path: string): void {
  if (process.platform === "win32") {
    // Windows cannot open a folder; NTFS journals the rename itself.
    return;
  }
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
