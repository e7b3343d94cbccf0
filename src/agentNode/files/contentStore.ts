import { createHash, randomBytes } from "node:crypto";
import {
  chmod,
  lstat,
  mkdir,
  opendir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
} from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import type { FileState } from "../../agent/checkpoints/checkpointLog.ts";
import { isCode } from "../../shared/base/errorCode.ts";
import { openInPlace, writeInPlace } from "./inPlace.ts";
import { hasOwnFolder } from "./realPaths.ts";
import { writeSynced } from "./syncedFile.ts";

const maxContent = 52_428_800;
const permissions = 0o7777;

/** Replaces bytes of a name that are not UTF-8: no system call finds the file by that name. */
export const unreadable = "\u{FFFD}";

export function hashOf(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** Each content is written once, and synced before its hash is returned. */
export class ContentStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Resolves when the file's content is stored. */
  async keep(path: string): Promise<FileState> {
    const { state, content } = await this.read(path);
    if (state.kind === "file" && content) {
      await this.#add(state.hash, content);
    }
    return state;
  }

  async look(path: string): Promise<FileState> {
    const { state } = await this.read(path);
    return state;
  }

  async add(content: Uint8Array): Promise<string> {
    const hash = hashOf(content);
    await this.#add(hash, content);
    return hash;
  }

  async content(hash: string): Promise<Buffer> {
    const content = await readFile(this.#fileOf(hash));
    if (hashOf(content) !== hash) {
      throw new Error("A content that was kept for a checkpoint is damaged.");
    }
    return content;
  }

  /**
   * A folder with content counts as missing. So does a path below a folder that became a link, because the visible
   * file is elsewhere.
   */
  async read(path: string): Promise<{ readonly state: FileState; readonly content?: Buffer }> {
    try {
      const found = await lstat(path);
      if (!(await hasOwnFolder(path))) {
        return { state: { kind: "missing" } };
      }
      if (found.isDirectory()) {
        return { state: { kind: (await isEmptyFolder(path)) ? "emptyFolder" : "missing" } };
      }
      if (found.isSymbolicLink()) {
        return { state: { kind: "link", target: await readlink(path) } };
      }
      if (!found.isFile()) {
        return { state: { kind: "notKept", why: "special" } };
      }
      if (found.size > maxContent) {
        return { state: { kind: "notKept", why: "tooLarge" } };
      }
      const content = await readFile(path);
      const hash = hashOf(content);
      const mode = found.mode & permissions;
      return { state: { kind: "file", hash, size: content.length, mode }, content };
    } catch (error) {
      if (isCode(error, "ENOENT") || isCode(error, "ENOTDIR")) {
        return { state: await unreachableState(path) };
      }
      if (isCode(error, "EACCES") || isCode(error, "EPERM")) {
        return { state: { kind: "notKept", why: "unreadable" } };
      }
      throw error;
    }
  }

  /**
   * Writes a state whole or not at all. Creates parent folders. Rejects if a parent became a link, because the run
   * never changed files behind it.
   */
  async put(path: string, state: FileState): Promise<void> {
    await refuseLinkAbove(path);
    if (state.kind === "missing" || state.kind === "emptyFolder") {
      await removeEmptyFolder(path);
      await rm(path, { force: true });
      if (state.kind === "emptyFolder") {
        await mkdir(path, { recursive: true });
      }
      return;
    }
    if (state.kind === "notKept") {
      throw new Error(`The earlier content of ${path} was not kept.`);
    }
    await mkdir(dirname(path), { recursive: true });
    const temporary = `${path}.${randomBytes(6).toString("hex")}.tmp`;
    try {
      if (state.kind === "link") {
        await symlink(state.target, temporary);
      } else {
        const content = await this.content(state.hash);
        if (await isPutInPlace(path, content, state.mode)) {
          return;
        }
        await writeSynced(temporary, content, 0o600);
        await chmod(temporary, state.mode);
      }
      await refuseLinkAbove(path);
      await removeEmptyFolder(path);
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async newFolder(path: string): Promise<string | undefined> {
    let missing: string | undefined;
    for (let folder = dirname(path); dirname(folder) !== folder; folder = dirname(folder)) {
      try {
        await lstat(folder);
        break;
      } catch (error) {
        if (!isCode(error, "ENOENT") && !isCode(error, "ENOTDIR")) {
          break;
        }
        missing = folder;
      }
    }
    return missing;
  }

  async removeFolder(path: string): Promise<void> {
    await refuseLinkAbove(path);
    await rmdir(path);
  }

  async #add(hash: string, content: Uint8Array): Promise<void> {
    const file = this.#fileOf(hash);
    const isThere = await stat(file).then(
      ({ size }) => size === content.length,
      () => false,
    );
    if (isThere) {
      return;
    }
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const temporary = `${file}.${randomBytes(6).toString("hex")}.tmp`;
    try {
      await writeSynced(temporary, content, 0o600);
      await rename(temporary, file);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  #fileOf(hash: string): string {
    return join(this.#folder, hash.slice(0, 2), hash);
  }
}

/** True if the file must be written in place: a replacement would leave the old content to its further hard links. */
async function isPutInPlace(path: string, content: Uint8Array, mode: number): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  if (found?.isFile() !== true || found.nlink < 2) {
    return false;
  }
  // A read-only file cannot be opened: it is replaced.
  const file = await openInPlace(path).catch(() => undefined);
  if (!file) {
    return false;
  }
  try {
    await writeInPlace(file, await file.readFile(), content);
    await file.chmod(mode);
  } finally {
    await file.close();
  }
  return true;
}

async function isEmptyFolder(path: string): Promise<boolean> {
  const folder = await opendir(path).catch(() => undefined);
  const first = await folder?.read();
  await folder?.close();
  return first === null;
}

async function removeEmptyFolder(path: string): Promise<void> {
  try {
    await rmdir(path);
  } catch (error) {
    if (!isCode(error, "ENOENT") && !isCode(error, "ENOTDIR")) {
      throw error;
    }
  }
}

async function unreachableState(path: string): Promise<FileState> {
  const names = path.includes(unreadable) ? await readdir(dirname(path)).catch(() => []) : [];
  return names.includes(basename(path)) ? { kind: "notKept", why: "special" } : { kind: "missing" };
}

async function refuseLinkAbove(path: string): Promise<void> {
  if (!(await hasOwnFolder(path))) {
    throw new Error(`A folder above ${path} is a link by now.`);
  }
}
