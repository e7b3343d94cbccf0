import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  realpathSync,
  statSync,
  type Stats,
} from "node:fs";
import { dirname } from "node:path";

import { isCode } from "../../shared/base/errorCode.ts";

const writable = 0o002;
const sticky = 0o1000;

export function readWithStats(path: string): { readonly bytes: Buffer; readonly stats: Stats } {
  const file = openSync(path, "r");
  try {
    return { stats: fstatSync(file), bytes: readFileSync(file) };
  } finally {
    closeSync(file);
  }
}

export function isWritableByAll({ mode }: Stats): boolean {
  return process.platform !== "win32" && (mode & writable) !== 0;
}

/** The folder of the path, or of the file behind it, in which every user can put another file in its place. */
export function openFolderOf(path: string): string | undefined {
  return [dirname(path), dirname(realpathSync(path))].find((folder) => {
    const stats = statSync(folder);
    return isWritableByAll(stats) && (stats.mode & sticky) === 0 && !isReadOnly(folder);
  });
}

/** True on a read-only mount. Kubernetes mounts a ConfigMap so, as a folder with the mode 0777. */
export function isReadOnly(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch (error) {
    return isCode(error, "EROFS");
  }
}

export function foreignOwnerOf(folder: string): number | undefined {
  const { uid } = statSync(folder);
  const own = process.geteuid?.();
  return own === undefined || uid === own ? undefined : uid;
}
