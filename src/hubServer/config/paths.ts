import { homedir } from "node:os";
import { join } from "node:path";

import { dataRoot, localHubFileName } from "../../shared/hubApi/localHub.ts";

export interface DefaultPaths {
  readonly data: string;
  readonly lab: string;
  /** File in which the same user's extension finds a running local hub. */
  readonly discovery: string;
}

export function defaultPaths(env: Readonly<Record<string, string | undefined>>): DefaultPaths {
  const root = dataRoot({ env, platform: process.platform, home: homedir() });
  return {
    data: join(root, "hub"),
    lab: join(root, "lab"),
    discovery: join(root, localHubFileName),
  };
}
