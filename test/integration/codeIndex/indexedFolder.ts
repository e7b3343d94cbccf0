import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterEach, beforeEach } from "vitest";

import { FolderIndex } from "../../../src/codeIndex/folderIndex.ts";
import { nodeFileAccess } from "../../../src/codeIndexNode/nodeFileAccess.ts";
import { nodePlace } from "../../../src/codeIndexNode/nodePlace.ts";

export const signal = new AbortController().signal;

/** A folder of code and one for its index, new for each test. */
export class IndexedFolder {
  /** Holds both, and what lies outside the code. */
  base = "";

  get code(): string {
    return join(this.base, "code");
  }

  get data(): string {
    return join(this.base, "data");
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.code, path)), { recursive: true });
    writeFileSync(join(this.code, path), text);
  }

  /** The index of the folder, and the paths whose content was read. */
  async open(usesHistory = false) {
    const plain = nodeFileAccess(this.code);
    const reads: string[] = [];
    const index = await FolderIndex.open(
      nodePlace({
        folder: this.code,
        data: this.data,
        usesHistory,
        environment: process.env,
        now: Date.now,
        access: {
          stat: (path: string) => plain.stat(path),
          read: (path: string) => {
            reads.push(path);
            return plain.read(path);
          },
        },
      }),
    );
    return { index, reads };
  }

  git(...args: readonly string[]): void {
    const identity = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
    execFileSync("git", ["-C", this.code, ...identity, ...args], { stdio: "ignore" });
  }
}

/** The folder of the test that runs. */
export function setUpFolder(): IndexedFolder {
  const folder = new IndexedFolder();
  beforeEach(() => {
    folder.base = mkdtempSync(join(tmpdir(), "ai-hub-index-"));
    mkdirSync(folder.code);
  });
  afterEach(() => {
    rmSync(folder.base, { recursive: true, force: true });
  });
  return folder;
}

export async function pathsFor(index: FolderIndex, query: string): Promise<readonly string[]> {
  return (await index.search({ query, limit: 10 })).hits.map(({ path }) => path);
}
