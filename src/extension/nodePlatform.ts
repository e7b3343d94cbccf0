import { realpath } from "node:fs/promises";
import { homedir, hostname, uptime } from "node:os";
import { join } from "node:path";

import * as vscode from "vscode";

import { alone } from "../sharedNode/alone.ts";
import { dataFolder } from "../sharedNode/dataFolder.ts";
import { LocalHub } from "./connection/localHub.ts";
import { loadPart } from "./editor/laterPart.ts";
import { forgetPart } from "./forgetPart.ts";
import type { HostPlatform } from "./hostPlatform.ts";
import { ConversationFiles } from "./storage/conversationFiles.ts";
import { reportQuarantine } from "./storage/storageFailure.ts";

export const nodePlatform: HostPlatform = {
  promptFolder: vscode.Uri.joinPath(vscode.Uri.file(personalRoot()), "prompts"),
  loadSeller: async (deps) => {
    const [{ createSellerFeature }, { nodeSellerFiles }] = await Promise.all([
      import("./seller/sellerFeature.ts"),
      import("./seller/files/nodeSellerFiles.ts"),
    ]);
    const own = vscode.Uri.joinPath(deps.context.globalStorageUri, "seller").fsPath;
    const files = nodeSellerFiles({ own, shared: dataFolder() });
    return createSellerFeature({ ...deps, files });
  },
  createStore: (folder) =>
    new ConversationFiles(folder.fsPath, {
      workspace: () => vscode.workspace.name,
      onQuarantine: reportQuarantine,
      loadPart,
    }),
  loadAgent: async (deps) => {
    const { createAgentRuns } = await import("./agentHost.ts");
    return createAgentRuns(deps);
  },
  completion: {
    load: async () => {
      const { completionModule } = await import("./completionHost.ts");
      return completionModule;
    },
    forget: () => forgetPart("completionHost"),
  },
  loadReview: async (deps) => {
    const { ReviewPart } = await import("./review/reviewPart.ts");
    return new ReviewPart(deps);
  },
  loadMcp: async (deps) => {
    const { createMcp } = await import("./mcpHost.ts");
    return createMcp(deps);
  },
  boundedMatch: async (...search) => {
    const { boundedMatch } = await loadPart(() => import("./history/boundedMatch.ts"));
    return boundedMatch(...search);
  },
  realPath: (path) => realpath(path),
  hostName: hostname,
  alone: (name, work) => alone(join(dataFolder(), "locks", encodeURIComponent(name)), work),
  uptimeMs: () => uptime() * 1_000,
  loadProbes: async () => {
    const { nodeProbes } = await import("./doctor/nodeProbes.ts");
    return nodeProbes;
  },
  codeIndex: {
    start: async (extensionUri) => {
      const { startIndexThread } = await import("./codeIndex/indexThread.ts");
      return startIndexThread(vscode.Uri.joinPath(extensionUri, "dist", "codeIndex.mjs").fsPath);
    },
    keyOf: ({ scheme, fsPath }) => (scheme === "file" ? fsPath : undefined),
  },
  createLocalHub: (extensionUri) =>
    new LocalHub({
      folder: dataFolder(),
      program: vscode.Uri.joinPath(extensionUri, "dist", "hub.mjs").fsPath,
      fetch: globalThis.fetch,
      loadPart,
    }),
};

/** `AI_HUB_HOME`, else `.aihub` in the home folder. */
function personalRoot(): string {
  const own = process.env["AI_HUB_HOME"];
  return own === undefined || own === "" ? join(homedir(), ".aihub") : own;
}
