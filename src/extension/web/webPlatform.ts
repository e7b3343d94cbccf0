import { systemClock } from "../../shared/base/clock.ts";
import { webMachine } from "../agent/machine/webMachine.ts";
import { startIndexHere } from "../codeIndex/indexHere.ts";
import type { HostPlatform } from "../hostPlatform.ts";
import { WebConversations } from "./webConversations.ts";
import { workspaceFiles } from "./workspaceFiles.ts";

export const webPlatform: HostPlatform = {
  loadAgent: async (deps) => {
    const { LoadedAgent } = await import("../agent/loadedAgent.ts");
    return new LoadedAgent(deps, webMachine(deps.storageUri));
  },
  completion: {
    load: async () => {
      const { completionModule } = await import("../completion/createCompletion.ts");
      return completionModule;
    },
  },
  codeIndex: {
    start: (_, files) => Promise.resolve(startIndexHere(files, systemClock)),
    keyOf: (folder) => folder.toString(),
  },
  alone: (name, work) => navigator.locks.request(name, work),
  createStore: (folder) =>
    new WebConversations({
      files: workspaceFiles(folder),
      writer: crypto.randomUUID(),
      now: () => systemClock.now(),
    }),
};
