import { homedir } from "node:os";
import { join } from "node:path";

import { dataRoot, localHubFileName } from "../../shared/localHub.ts";

export interface DefaultPaths {
  /** Data of a hub that somebody runs. */
  readonly data: string;
  /** Data of the demonstration, kept apart from it. */
  readonly lab: string;
  /** Where an extension of the same user looks for a running local hub. */
  readonly discovery: string;
}

/** Where this user's hubs keep what they keep, unless told otherwise. */
export function defaultPaths(env: Readonly<Record<string, string | undefined>>): DefaultPaths {
  const root = dataRoot({ env, platform: process.platform, home: homedir() });
  return {
    data: join(root, "hub"),
    lab: join(root, "lab"),
    discovery: join(root, localHubFileName),
  };
}
