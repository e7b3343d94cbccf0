import type * as vscode from "vscode";

import type { Conversations } from "../../chat/conversations.ts";
import type { StreamChat } from "../../chat/turn.ts";
import type { Clock } from "../../shared/clock.ts";
import type { HubConnection } from "../connection/hubConnection.ts";
import type { Models } from "../connection/models.ts";
import type { TokenStore } from "../connection/tokenStore.ts";
import type { ProtectionState } from "../protection/protectionState.ts";
import type { ChatTools } from "../tools/chatTools.ts";
import type { ChatPlaces } from "./chatPlaces.ts";
import type { PageActions } from "./pageHandlers.ts";
import type { Platform } from "./platform.ts";

/** What features are built from. */
export interface FeatureDeps {
  readonly context: vscode.ExtensionContext;
  readonly platform: Platform;
  readonly connection: HubConnection;
  readonly models: Models;
  readonly tokens: TokenStore;
  readonly conversations: Conversations;
  /** The one way to a model: sensitive data is protected on it. */
  readonly streamChat: StreamChat;
  readonly protection: ProtectionState;
  readonly chatTools: ChatTools;
  readonly places: ChatPlaces;
  readonly actions: PageActions;
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  readonly userAgent: string;
  readonly version: string;
}
