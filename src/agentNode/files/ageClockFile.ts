import { mkdir, readFile } from "node:fs/promises";
import { uptime } from "node:os";
import { join } from "node:path";

import { ageClockSchema, lookAtClock } from "../../shared/base/ageClock.ts";
import { parseJson } from "../../shared/base/json.ts";
import { replaceSynced } from "./syncedFile.ts";

/** The time for judging ages, in epoch milliseconds; 0 until the clock can be trusted. */
export async function trustedTime(
  dataFolder: string,
  time = { now: Date.now(), uptimeMs: uptime() * 1_000 },
): Promise<number> {
  const path = join(dataFolder, "clock.json");
  const stored = parseJson(await readFile(path, "utf8").catch(() => ""));
  const clock = lookAtClock(ageClockSchema.safeParse(stored).data, time);
  try {
    await mkdir(dataFolder, { recursive: true, mode: 0o700 });
    await replaceSynced(path, JSON.stringify(clock), 0o600);
  } catch {
    // On a full or read-only disk nothing is deleted for its age.
    return 0;
  }
  return clock.trusted;
}
