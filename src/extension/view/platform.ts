import type * as vscode from "vscode";

import type { ConversationStore } from "../../chat/conversationStore.ts";
import type { FindPattern, Ranges } from "../../chat/search/findPattern.ts";
import type { Disposable } from "../../shared/lifecycle.ts";
import type { LocalHubPort } from "../connection/hubConnection.ts";
import type { NetworkProbes } from "../doctor/probes.ts";
import type { SellerFiles } from "../seller/sellerFiles.ts";

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
  /** Runs a person's regular expression for a limited time; absent where nothing can stop one. */
  readonly boundedMatch?: (pattern: FindPattern, text: string, limit: number) => Ranges | undefined;
  /** Where a person keeps prompt files for all editors; absent without a disk. */
  readonly promptFolder?: vscode.Uri;
  /** For the journal of writes; absent without a disk. */
  readonly createSellerFiles?: (folder: vscode.Uri) => SellerFiles;
  /** The path of a file of the disk with all links followed; absent without a disk. */
  readonly realPath?: (path: string) => Promise<string>;
  /** For the connection doctor; absent without sockets. */
  readonly probes?: NetworkProbes;
  /** Absent where no process can be started. */
  readonly createLocalHub?: (extensionUri: vscode.Uri) => LocalHubControl;
}
