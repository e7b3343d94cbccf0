import { homedir } from "node:os";

import * as vscode from "vscode";

import { dataRoot } from "../shared/localHub.ts";
import { LocalHub } from "./connection/localHub.ts";
import type { Platform } from "./platform.ts";
import { ConversationFiles } from "./storage/conversationFiles.ts";

/** The extension host of a desktop editor, a remote machine or code-server. */
export const nodePlatform: Platform = {
  createStore: (folder) => new ConversationFiles(folder.fsPath),
  createLocalHub: (extensionUri) =>
    new LocalHub({
      folder: dataRoot({ env: process.env, platform: process.platform, home: homedir() }),
      program: vscode.Uri.joinPath(extensionUri, "dist", "hub.mjs").fsPath,
      fetch: globalThis.fetch,
    }),
};
