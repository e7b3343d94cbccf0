import type * as vscode from "vscode";

import type { ConversationStore } from "../../chat/conversationStore.ts";
import type { FindPattern, Ranges } from "../../chat/search/findPattern.ts";
import type { LocalHubControl } from "../connection/localHubControl.ts";
import type { NetworkProbes } from "../doctor/probes.ts";

/** Differences between a host with disk and processes and a host in a browser. */
export interface Platform {
  createStore(folder: vscode.Uri): ConversationStore;
  readonly boundedMatch?: (
    pattern: FindPattern,
    text: string,
    limit: number,
  ) => Promise<Ranges | undefined>;
  readonly promptFolder?: vscode.Uri;
  readonly realPath?: (path: string) => Promise<string>;
  readonly uptimeMs?: () => number;
  /** The machine's name, for the hub's list of devices; absent in a browser. */
  readonly hostName?: () => string;
  /**
   * Runs work while no other window or program of this machine runs work of the same name; absent
   * where windows cannot agree.
   */
  readonly alone?: <T>(name: string, work: () => Promise<T>) => Promise<T>;
  readonly loadProbes?: () => Promise<NetworkProbes>;
  readonly createLocalHub?: (extensionUri: vscode.Uri) => LocalHubControl;
}
