import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";

import type { Clock } from "../../shared/clock.ts";
import { type LocalHubFile, localHubFileSchema } from "../../shared/localHub.ts";
import { wait } from "../../shared/waiting.ts";
import { writeFileAtomically } from "../config/atomicFile.ts";

/** How long another hub may take between its lock and its file. */
const otherStartMs = 15_000;
const pollMs = 50;
const never = new AbortController().signal;

/**
 * Tells extensions of the same user where this hub runs. The result deletes the file if still ours.
 */
export function announce(path: string, hub: LocalHubFile): () => void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileAtomically(path, JSON.stringify(hub));
  return () => {
    if (read(path)?.nonce === hub.nonce) {
      rmSync(path, { force: true });
    }
  };
}

/** Resolves when the file names a hub of process `pid`, or after 15 s without it. */
export async function waitForAnnouncement(path: string, pid: number, clock: Clock): Promise<void> {
  const deadline = clock.now() + otherStartMs;
  while (read(path)?.pid !== pid && clock.now() < deadline) {
    await wait(clock, pollMs, never);
  }
}

function read(path: string): LocalHubFile | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(path, "utf8"));
    return localHubFileSchema.parse(content);
  } catch {
    // Not there, or not a hub's file.
    return undefined;
  }
}
