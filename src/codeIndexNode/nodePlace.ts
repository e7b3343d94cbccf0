import { setImmediate } from "node:timers/promises";

import { walk } from "../agent/tools/base/walk.ts";
import { NodeFolder } from "../agentNode/files/nodeFolder.ts";
import type { FolderPlace } from "../codeIndex/folderPlace.ts";
import type { FileAccess } from "../codeIndex/syncFiles.ts";
import { hasRules } from "../context/ignoreRules.ts";
import { baseName } from "../shared/text/baseName.ts";
import { IndexStore } from "./indexStore.ts";
import { nodeFileAccess } from "./nodeFileAccess.ts";

const defaultFiles = 60_000;
const maxFolders = 50_000;
const maxDepth = 64;
const sliceMs = 50;

export interface NodePlaceOptions {
  readonly folder: string;
  readonly data?: string | undefined;
  readonly usesHistory: boolean;
  readonly environment: NodeJS.ProcessEnv;
  readonly now: () => number;
  readonly access?: FileAccess;
  readonly maxFiles?: number;
  readonly exclude?: readonly string[];
}

export function nodePlace(options: NodePlaceOptions): FolderPlace {
  const { folder, data, usesHistory, environment, now, access } = options;
  const { maxFiles = defaultFiles, exclude = [] } = options;
  return {
    list: async (signal) => {
      const workspace = await NodeFolder.open(folder);
      const limits = { depth: maxDepth, maxFiles, maxFolders };
      return await walk(workspace, await workspace.locate("."), { ...limits, exclude, signal });
    },
    isRuleFile: (path) => hasRules(baseName(path)),
    access: access ?? nodeFileAccess(folder),
    ...(usesHistory && {
      history: async (known, signal) => {
        // A separate chunk: code that starts processes is loaded only for a trusted folder.
        const { readGitLog } = await import("./gitHistory.ts");
        return await readGitLog(folder, environment, { known, signal });
      },
    }),
    ...(data !== undefined && { kept: new IndexStore({ folder: data, now }) }),
    pause: () => setImmediate(),
    sliceMs,
    now,
  };
}
