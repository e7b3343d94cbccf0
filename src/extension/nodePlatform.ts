import { homedir } from "node:os";

import * as vscode from "vscode";

import { dataRoot } from "../shared/localHub.ts";
import { LocalHub } from "./connection/localHub.ts";
import { nodeProbes } from "./doctor/nodeProbes.ts";
import { boundedMatch } from "./history/boundedMatch.ts";
import type { Platform } from "./platform.ts";
import { nodeSellerFiles } from "./seller/files/nodeSellerFiles.ts";
import { ConversationFiles } from "./storage/conversationFiles.ts";
import { reportQuarantine } from "./storage/storageFailure.ts";

/** The extension host of a desktop editor, a remote machine or code-server. */
export const nodePlatform: Platform = {
  createSellerFiles: (folder) =>
    nodeSellerFiles(vscode.Uri.joinPath(folder, "seller").fsPath, Date.now),
  createStore: (folder) =>
    new ConversationFiles(folder.fsPath, {
      workspace: () => vscode.workspace.name,
      onQuarantine: reportQuarantine,
    }),
  boundedMatch,
  probes: nodeProbes,
  createLocalHub: (extensionUri) =>
    new LocalHub({
      folder: dataRoot({ env: process.env, platform: process.platform, home: homedir() }),
      program: vscode.Uri.joinPath(extensionUri, "dist", "hub.mjs").fsPath,
      fetch: globalThis.fetch,
    }),
};
