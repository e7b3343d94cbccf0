import type * as vscode from "vscode";

import type { Conversations } from "../../chat/conversations.ts";
import type { StreamChat } from "../../chat/turn.ts";
import type { Clock } from "../../shared/clock.ts";
import type { HubConnection } from "../connection/hubConnection.ts";
import type { Models } from "../connection/models.ts";
import type { TokenStore } from "../connection/tokenStore.ts";
import type { ChatPlaces } from "./chatPlaces.ts";
import type { PageActions } from "./pageHandlers.ts";
import type { Platform } from "./platform.ts";

/** What every feature is built from; a feature that needs a part of another one asks for it beside this. */
export interface FeatureDeps {
  readonly context: vscode.ExtensionContext;
  readonly platform: Platform;
  readonly connection: HubConnection;
  readonly models: Models;
  readonly tokens: TokenStore;
  readonly conversations: Conversations;
  /** The one way to a model: sensitive data is protected on it. */
  readonly streamChat: StreamChat;
  readonly places: ChatPlaces;
  readonly actions: PageActions;
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  readonly userAgent: string;
  readonly version: string;
}
