import type { OpenConversation } from "../../../chat/conversations.ts";
import type { Clock } from "../../../shared/base/clock.ts";
import { DisposableStore, type Disposable, toDisposable } from "../../../shared/base/lifecycle.ts";
import type { Client } from "../../../shared/base/rpc.ts";
import type { viewContract } from "../../../shared/calls/protocol.ts";
import type { ContextCounter } from "./contextCounter.ts";
import { modelFor, type PromptModels } from "./promptModel.ts";

type Listen = (listener: () => void) => Disposable;

export interface MeterDeps {
  readonly counter: ContextCounter;
  readonly models: Pick<PromptModels, "selectedModel" | "listed"> & {
    readonly onDidChangeSelection: Listen;
  };
  readonly chatTools: { readonly onDidChange: Listen };
  readonly clock: Clock;
}

/** Delay before counting, so that a message is sent, or a page drawn, first. */
const countAfterMs = 50;

export function watchMeter(
  conversation: OpenConversation,
  page: Pick<Client<typeof viewContract>, "showContextMeter">,
  { counter, models, chatTools, clock }: MeterDeps,
): Disposable {
  const { session, draft } = conversation;
  const watched = new DisposableStore();
  let cancel: (() => void) | undefined;
  const show = (): void => {
    cancel = undefined;
    page.showContextMeter(counter.facts(conversation, modelFor(conversation, models)));
  };
  const showSoon = (): void => {
    cancel ??= clock.startTimer(show, countAfterMs);
  };
  watched.add(
    session.onDidEmit(({ events }) => {
      for (const event of events) {
        if (event.kind === "usageReported" && event.usage.inputTokens !== undefined) {
          counter.learn(event.messageId, event.usage.inputTokens, conversation);
        }
      }
      if (events.some(({ kind }) => kind !== "partDelta")) {
        showSoon();
      }
    }),
  );
  watched.add(draft.onDidChangeAttachments(showSoon));
  watched.add(draft.onDidChangeModel(showSoon));
  watched.add(models.onDidChangeSelection(showSoon));
  watched.add(chatTools.onDidChange(showSoon));
  watched.add(toDisposable(() => cancel?.()));
  showSoon();
  return watched;
}
