import { homedir } from "node:os";
import { join } from "node:path";

import { dataRoot, localHubFileName } from "../../shared/localHub.ts";

export interface DefaultPaths {
  /** Data of a normal hub. */
  readonly data: string;
  /** Data of the demonstration, kept apart from it. */
  readonly lab: string;
  /** The file in which an extension of the same user looks for a running local hub. */
  readonly discovery: string;
}

/** Default places of this user's hub data. */
export function defaultPaths(env: Readonly<Record<string, string | undefined>>): DefaultPaths {
  const root = dataRoot({ env, platform: process.platform, home: homedir() });
  return {
    data: join(root, "hub"),
    lab: join(root, "lab"),
    discovery: join(root, localHubFileName),
  };
}
