import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { cacheRoot } from "../paths.ts";

const pollMs = 1_000;

/**
 * Installs something once per user and name. It is made in a folder beside its place and moved there whole,
 * so a half installation never counts; other processes wait meanwhile.
 */
export async function installOnce(
  name: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const parent = join(cacheRoot, "editors");
  const place = join(parent, name);
  mkdirSync(parent, { recursive: true });
  if (isThere(place)) {
    return place;
  }
  const release = await lock(`${place}.lock`);
  try {
    if (!isThere(place)) {
      const partial = `${place}.partial`;
      rmSync(partial, { recursive: true, force: true });
      rmSync(place, { recursive: true, force: true });
      mkdirSync(partial);
      writeFileSync(join(partial, "package.json"), '{ "private": true }\n');
      await make(partial);
      writeFileSync(join(partial, doneMark), "");
      renameSync(partial, place);
    }
    return place;
  } finally {
    release();
  }
}

const doneMark = ".ai-hub-installed";

function isThere(place: string): boolean {
  try {
    readFileSync(join(place, doneMark));
    return true;
  } catch {
    // Not there yet.
    return false;
  }
}

/** Takes a lock file; one whose process is gone is taken over. */
async function lock(path: string): Promise<() => void> {
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: "wx" });
      return () => rmSync(path, { force: true });
    } catch {
      if (!isAlive(holder(path))) {
        rmSync(path, { force: true });
      } else {
        await delay(pollMs);
      }
    }
  }
}

function holder(path: string): number {
  try {
    return Number(readFileSync(path, "utf8"));
  } catch {
    // Released in between.
    return 0;
  }
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    // No such process.
    return false;
  }
}
