import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm } from "node:fs/promises";
import { uptime } from "node:os";
import { join } from "node:path";

import { ageClockSchema, lookAtClock } from "../../shared/base/ageClock.ts";
import { parseJson } from "../../shared/base/json.ts";
import { writeSynced } from "./syncedFile.ts";

/** The time for judging ages, in epoch milliseconds; 0 until the clock can be trusted. */
export async function trustedTime(
  dataFolder: string,
  time = { now: Date.now(), uptimeMs: uptime() * 1_000 },
): Promise<number> {
  const path = join(dataFolder, "clock.json");
  const stored = parseJson(await readFile(path, "utf8").catch(() => ""));
  const clock = lookAtClock(ageClockSchema.safeParse(stored).data, time);
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await mkdir(dataFolder, { recursive: true, mode: 0o700 });
    await writeSynced(temporary, JSON.stringify(clock), 0o600);
    await rename(temporary, path);
  } catch {
    // On a full or read-only disk nothing is deleted for its age.
    return 0;
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
  return clock.trusted;
}
