import { join } from "node:path";

import {
  localHubFileName,
  localHubFileSchema,
  type LocalHubFile,
} from "../shared/hubApi/localHub.ts";
import { regularText } from "../sharedNode/regularFile.ts";

const maxBytes = 64 * 1024;

/** Undefined if the file is missing or unreadable. */
export function readLocalHubFile(folder: string): LocalHubFile | undefined {
  try {
    const content: unknown = JSON.parse(
      regularText(join(folder, localHubFileName), maxBytes) ?? "",
    );
    return localHubFileSchema.parse(content);
  } catch {
    // No local hub has started, or its file is incomplete.
    return undefined;
  }
}
