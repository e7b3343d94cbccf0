import * as vscode from "vscode";

import { systemClock } from "../../shared/base/clock.ts";
import { webMachine } from "../agent/machine/webMachine.ts";
import { startIndexHere } from "../codeIndex/indexHere.ts";
import { orUndefined } from "../editor/orUndefined.ts";
import type { HostPlatform } from "../hostPlatform.ts";
import type { TextFiles } from "./textFiles.ts";
import { WebConversations } from "./webConversations.ts";

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

function workspaceFiles(root: vscode.Uri): TextFiles {
  const { fs } = vscode.workspace;
  const at = (path: string): vscode.Uri => vscode.Uri.joinPath(root, ...path.split("/"));
  return {
    read: async (path) => {
      const bytes = await orUndefined(fs.readFile(at(path)));
      return bytes && new TextDecoder().decode(bytes);
    },
    write: async (path, text) => fs.writeFile(at(path), new TextEncoder().encode(text)),
    remove: async (path) => {
      await orUndefined(fs.delete(at(path), { recursive: true }));
    },
    list: async (path) => {
      const entries = await orUndefined(fs.readDirectory(at(path)));
      return (entries ?? []).map(([name]) => name);
    },
  };
}
