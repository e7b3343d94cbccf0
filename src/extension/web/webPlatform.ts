import { systemClock } from "../../shared/clock.ts";
import type { HostPlatform } from "../hostPlatform.ts";
import { WebConversations } from "./webConversations.ts";
import { workspaceFiles } from "./workspaceFiles.ts";

/** The extension host of an editor that runs in a browser alone: no disk, no processes. */
export const webPlatform: HostPlatform = {
  createStore: (folder) =>
    new WebConversations({
      files: workspaceFiles(folder),
      writer: crypto.randomUUID(),
      now: () => systemClock.now(),
    }),
};
