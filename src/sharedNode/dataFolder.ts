import { homedir } from "node:os";

import { dataRoot } from "../shared/hubApi/localHub.ts";

/** This person's folder, which all AI Hub programs share. */
export function dataFolder(): string {
  return dataRoot({ env: process.env, platform: process.platform, home: homedir() });
}
