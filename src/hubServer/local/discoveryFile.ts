import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";

import { type LocalHubFile, localHubFileSchema } from "../../shared/localHub.ts";
import { writeFileAtomically } from "../data/atomicFile.ts";

/** Tells extensions of the same user where this hub is. The result takes it back, if it is still ours. */
export function announce(path: string, hub: LocalHubFile): () => void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileAtomically(path, JSON.stringify(hub));
  return () => {
    if (readNonce(path) === hub.nonce) {
      rmSync(path, { force: true });
    }
  };
}

function readNonce(path: string): string | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(path, "utf8"));
    return localHubFileSchema.parse(content).nonce;
  } catch {
    // Removed or replaced by somebody: not ours to remove.
    return undefined;
  }
}
