import { createHash } from "node:crypto";
import { join } from "node:path";

import { realPathOf } from "./realPaths.ts";

/**
 * The folder of all checkpoints of a workspace, in the product's data folder: one for each real path, with a folder for
 * each run or conversation.
 */
export async function checkpointFolder(dataFolder: string, workspace: string): Promise<string> {
  const key = createHash("sha256")
    .update(await realPathOf(workspace))
    .digest("hex");
  return join(dataFolder, "checkpoints", key.slice(0, 32));
}
