import { chmod, link, readFile, stat, unlink, utimes } from "node:fs/promises";

import { isCode } from "../../shared/base/errorCode.ts";
import { writeSynced } from "./syncedFile.ts";

export type MakeLink = (file: string, name: string) => Promise<void>;

/** Errors of file systems without hard links, such as exFAT and some network disks. */
const refusals = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EXDEV", "EMLINK", "EACCES"];

/**
 * Never replaces a file, as a rename would. Copies it where links are refused. Fails with `EEXIST` if the path is
 * taken.
 */
export async function giveNewName(
  file: string,
  name: string,
  makeLink: MakeLink = link,
): Promise<"linked" | "copied"> {
  try {
    await makeLink(file, name);
    return "linked";
  } catch (error) {
    if (!refusals.some((code) => isCode(error, code))) {
      throw error;
    }
  }
  await copy(file, name);
  return "copied";
}

async function copy(file: string, name: string): Promise<void> {
  const [content, { mode, atime, mtime }] = await Promise.all([readFile(file), stat(file)]);
  try {
    await writeSynced(name, content, mode & 0o7777);
    await chmod(name, mode & 0o7777);
    await utimes(name, atime, mtime);
  } catch (error) {
    if (!isCode(error, "EEXIST")) {
      await unlink(name).catch(() => undefined);
    }
    throw error;
  }
}
