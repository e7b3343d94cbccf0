import type * as vscode from "vscode";

import type { ConversationStore } from "../../chat/conversationStore.ts";
import type { FindPattern, Ranges } from "../../chat/search/findPattern.ts";
import type { LocalHubControl } from "../connection/localHubControl.ts";
import type { NetworkProbes } from "../doctor/probes.ts";

/** The differences between an extension host with a disk and processes, and a host in a browser. */
export interface Platform {
  createStore(folder: vscode.Uri): ConversationStore;
  /** Runs a person's regular expression with a time limit; absent where it cannot be stopped. */
  readonly boundedMatch?: (
    pattern: FindPattern,
    text: string,
    limit: number,
  ) => Promise<Ranges | undefined>;
  /** The person's folder of prompt files for all editors; absent without a disk. */
  readonly promptFolder?: vscode.Uri;
  /** The path of a file on the disk with all links resolved; absent without a disk. */
  readonly realPath?: (path: string) => Promise<string>;
  /** How long the machine has been on, in milliseconds; absent in a browser. */
  readonly uptimeMs?: () => number;
  /** For the connection doctor; absent without sockets. */
  readonly loadProbes?: () => Promise<NetworkProbes>;
  /** Absent where no process can be started. */
  readonly createLocalHub?: (extensionUri: vscode.Uri) => LocalHubControl;
}
