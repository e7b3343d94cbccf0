import { homedir } from "node:os";

import { dataRoot } from "../shared/hubApi/localHub.ts";

export function dataFolder(): string {
  return dataRoot({ env: process.env, platform: process.platform, home: homedir() });
}
