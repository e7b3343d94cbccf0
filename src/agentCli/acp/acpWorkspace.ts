import { createHash } from "node:crypto";
import { isAbsolute, resolve } from "node:path";

import type {
  FileProblem,
  FileText,
  Workspace,
  WorkspacePath,
} from "../../agent/tools/base/workspace.ts";
import { OpenFiles, unsaved } from "../../agent/tools/files/openFiles.ts";

/** Each call ends in time; undefined after an invalid answer. */
export interface ClientFiles {
  /** Returns a file's text with its unsaved changes. Absent if the editor does not offer it. */
  readonly read?: (path: string) => Promise<string | undefined>;
  /** False if nothing was written. */
  readonly write?: (path: string, text: string) => Promise<boolean>;
}

const maxText = 2 * 1024 * 1024;

/**
 * The agent reads unsaved text, and never overwrites it. A file that is equal on disk is changed through the editor,
 * which can show the change.
 */
export class AcpWorkspace extends OpenFiles {
  readonly #client: ClientFiles;

  constructor(disk: Workspace, client: ClientFiles) {
    super(disk);
    this.#client = client;
  }

  async read(path: WorkspacePath): Promise<FileText | FileProblem> {
    const saved = await this.disk.read(path);
    return (await this.#unsavedText(path, saved)) ?? saved;
  }

  /** Saves the person's text unchanged; the editor treats it as its own. */
  async save(path: WorkspacePath, version: string): Promise<FileText | FileProblem> {
    const now = await this.read(path);
    if ("problem" in now || now.isUnsaved !== true) {
      return now;
    }
    if (now.hash !== version) {
      return { problem: "changed" };
    }
    const isWritten = (await this.#client.write?.(path.real, now.text)) ?? false;
    const saved = await this.disk.read(path);
    // A late answer may follow a successful save.
    const isSaved = isWritten || ("text" in saved && isSameText(saved.text, now.text));
    return isSaved && !(await this.#unsavedText(path, saved)) ? saved : unsaved;
  }

  async write(
    path: WorkspacePath,
    text: string,
    expected: string | undefined,
  ): Promise<FileText | FileProblem> {
    const now = await this.disk.read(path);
    if (await this.#unsavedText(path, now)) {
      return unsaved;
    }
    // A new file is created on disk, where no other write can interfere. Editors normalise mixed line ends.
    const isSame = "hash" in now && now.hash === expected;
    if (!this.#client.write || !isSame || !path.isInside || /\r|^\uFEFF/u.test(now.text + text)) {
      return await this.disk.write(path, text, expected);
    }
    const isWritten = await this.#client.write(path.real, text);
    const after = await this.disk.read(path);
    // A late answer may follow a successful write.
    const isOnDisk =
      "hash" in after && after.hash !== expected && (isWritten || isSameText(after.text, text));
    return isOnDisk ? after : await this.disk.write(path, text, expected);
  }

  protected async isUnsaved(path: WorkspacePath): Promise<boolean> {
    return (await this.#unsavedText(path, await this.disk.read(path))) !== undefined;
  }

  /** Undefined if it equals the disk. Files outside the workspace are never requested. */
  async #unsavedText(
    { real, isInside }: WorkspacePath,
    saved: FileText | FileProblem,
  ): Promise<FileText | undefined> {
    if (!isInside || !this.#client.read || !("text" in saved)) {
      return undefined;
    }
    const text = await this.#client.read(real);
    return text === undefined || text.length > maxText || isSameText(text, saved.text)
      ? undefined
      : { text, hash: versionOf(text), isUnsaved: true };
  }
}

/** With several folders a tool's path begins with a folder's name. */
export function absoluteIn({ root, folders = [] }: Workspace, path: string): string {
  if (isAbsolute(path)) {
    return path;
  }
  const [head, ...rest] = path.split("/");
  const folder = folders.find(({ name }) => name === head);
  return folder ? resolve(folder.root, ...rest) : resolve(root, path);
}

function versionOf(text: string): string {
  return `unsaved ${createHash("sha256").update(text).digest("hex")}`;
}

/** Editors drop a byte order mark, normalise line ends, and may drop the last line end. */
function isSameText(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(text: string): string {
  return text
    .replace(/^\uFEFF/u, "")
    .replaceAll("\r\n", "\n")
    .replace(/\n$/u, "");
}
