import type { OpenConversation } from "../../chat/conversations.ts";
import type { Disposable } from "../../shared/base/lifecycle.ts";
import type { Client, Contract, Handlers } from "../../shared/base/rpc.ts";
import type { viewContract } from "../../shared/calls/protocol.ts";
import type { ChatView } from "./chatView.ts";

/** The host's side of one feature of the chat page. */
export interface PageFeature<Calls extends Contract> {
  /** Answers the calls of one page. */
  readonly handlers: (view: ChatView) => Handlers<Calls>;
  /** From each attach until disposed: sends the page the present state and every change. */
  readonly watch?: (
    conversation: OpenConversation,
    page: Client<typeof viewContract>,
    view: ChatView,
  ) => Disposable;
}
