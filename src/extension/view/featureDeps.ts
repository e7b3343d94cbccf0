import type * as vscode from "vscode";

import type { Conversations } from "../../chat/conversations.ts";
import type { StreamChat } from "../../chat/turn.ts";
import type { Tokens } from "../../hub/tokens/tokenStore.ts";
import type { Clock } from "../../shared/base/clock.ts";
import type { HubConnection } from "../connection/hubConnection.ts";
import type { Models } from "../connection/models.ts";
import type { ChatPlaces } from "./chatPlaces.ts";
import type { PageActions } from "./pageHandlers.ts";
import type { Platform } from "./platform.ts";

export interface FeatureDeps {
  readonly context: vscode.ExtensionContext;
  readonly platform: Platform;
  readonly connection: HubConnection;
  readonly models: Models;
  readonly tokens: Tokens;
  readonly conversations: Conversations;
  readonly streamChat: StreamChat;
  readonly places: ChatPlaces;
  readonly actions: PageActions;
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  readonly userAgent: string;
  readonly version: string;
}
