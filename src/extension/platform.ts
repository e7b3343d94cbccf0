import type * as vscode from "vscode";

import type { ConversationStore } from "../chat/conversationStore.ts";
import type { Disposable } from "../shared/lifecycle.ts";
import type { LocalHubPort } from "./connection/hubConnection.ts";

/** The hub of this machine, as far as the extension handles it. */
export interface LocalHubControl extends LocalHubPort, Disposable {
  /** Whether it is stopped; false for one that somebody started in a terminal. */
  stop(): Promise<boolean>;
  /** Gives up this window's part in it. */
  release(): Promise<unknown>;
}

/** What differs between an extension host with a disk and processes, and one in a browser. */
export interface Platform {
  createStore(folder: vscode.Uri): ConversationStore;
  /** Absent where no process can be started. */
  readonly createLocalHub?: (extensionUri: vscode.Uri) => LocalHubControl;
}
