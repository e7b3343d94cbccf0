import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";

import { type LocalHubFile, localHubFileSchema } from "../../shared/hubApi/localHub.ts";
import { writeFileAtomically } from "../config/atomicFile.ts";

/** Writes the file. The returned function deletes it if it is still ours. */
export function announce(path: string, hub: LocalHubFile): () => void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileAtomically(path, JSON.stringify(hub));
  return () => {
    if (read(path)?.nonce === hub.nonce) {
      rmSync(path, { force: true });
    }
  };
}

export function isAnnounced(path: string, pid: number): boolean {
  return read(path)?.pid === pid;
}

function read(path: string): LocalHubFile | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(path, "utf8"));
    return localHubFileSchema.parse(content);
  } catch {
    // Missing, or not a hub's file.
    return undefined;
  }
}
