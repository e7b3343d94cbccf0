import { readFileSync } from "node:fs";
import { join } from "node:path";

import {
  localHubFileName,
  localHubFileSchema,
  type LocalHubFile,
} from "../shared/hubApi/localHub.ts";

/** Undefined if the file is missing or unreadable. */
export function readLocalHubFile(folder: string): LocalHubFile | undefined {
  try {
    const content: unknown = JSON.parse(readFileSync(join(folder, localHubFileName), "utf8"));
    return localHubFileSchema.parse(content);
  } catch {
    // No local hub has started, or its file is incomplete.
    return undefined;
  }
}
