import type { OpenConversation } from "../../chat/conversations.ts";
import type { Disposable } from "../../shared/base/lifecycle.ts";
import type { Client, Contract, Handlers } from "../../shared/base/rpc.ts";
import type { viewContract } from "../../shared/calls/protocol.ts";
import type { ChatView } from "./chatView.ts";

export interface PageFeature<Calls extends Contract> {
  readonly handlers: (view: ChatView) => Handlers<Calls>;
  readonly watch?: (
    conversation: OpenConversation,
    page: Client<typeof viewContract>,
    view: ChatView,
  ) => Disposable;
}
