import type { OpenConversation } from "../../chat/conversations.ts";
import { DisposableStore, type Disposable } from "../../shared/base/lifecycle.ts";
import type { Client, Contract, Handlers } from "../../shared/base/rpc.ts";
import type { agentCalls } from "../../shared/calls/agentCalls.ts";
import type { contextCalls } from "../../shared/calls/contextCalls.ts";
import type { editingCalls } from "../../shared/calls/editingCalls.ts";
import type { governanceCalls } from "../../shared/calls/governanceCalls.ts";
import type { historyCalls } from "../../shared/calls/historyCalls.ts";
import type { protectionCalls } from "../../shared/calls/protectionCalls.ts";
import type { hostContract, viewContract } from "../../shared/calls/protocol.ts";
import type { toolsCalls } from "../../shared/calls/toolsCalls.ts";
import type { turnsCalls } from "../../shared/calls/turnsCalls.ts";
import type { ChatView } from "./chatView.ts";
import type { PageFeature } from "./pageFeature.ts";

export interface PageFeatures {
  readonly history: PageFeature<typeof historyCalls>;
  readonly turns: PageFeature<typeof turnsCalls>;
  readonly tools: PageFeature<typeof toolsCalls>;
  readonly context: PageFeature<typeof contextCalls>;
  readonly editing: PageFeature<typeof editingCalls>;
  readonly governance: PageFeature<typeof governanceCalls>;
  readonly protection: PageFeature<typeof protectionCalls>;
  readonly agent: PageFeature<typeof agentCalls>;
}

type FeatureCalls = typeof historyCalls &
  typeof turnsCalls &
  typeof toolsCalls &
  typeof contextCalls &
  typeof editingCalls &
  typeof governanceCalls &
  typeof protectionCalls &
  typeof agentCalls;

export type FeatureHandlers = Pick<
  Handlers<typeof hostContract>,
  keyof FeatureCalls & keyof typeof hostContract
>;

export function featureHandlers(features: PageFeatures, view: ChatView): FeatureHandlers {
  return {
    ...features.history.handlers(view),
    ...features.turns.handlers(view),
    ...features.tools.handlers(view),
    ...features.context.handlers(view),
    ...features.editing.handlers(view),
    ...features.governance.handlers(view),
    ...features.protection.handlers(view),
    ...features.agent.handlers(view),
  };
}

export function watchFeatures(
  features: PageFeatures,
  conversation: OpenConversation,
  page: Client<typeof viewContract>,
  view: ChatView,
): Disposable {
  const watched = new DisposableStore();
  const watches: readonly PageFeature<Contract>["watch"][] = [
    features.history.watch,
    features.turns.watch,
    features.tools.watch,
    features.context.watch,
    features.editing.watch,
    features.governance.watch,
    features.protection.watch,
    features.agent.watch,
  ];
  for (const watch of watches) {
    if (watch) {
      watched.add(watch(conversation, page, view));
    }
  }
  return watched;
}
