import type { OpenConversation } from "../../../chat/conversations.ts";
import { firstThatFits } from "../../../context/contextMeter.ts";
import { sentPath } from "../../../shared/conversation/transcript.ts";
import type { HubModel } from "../../../shared/hubApi/model.ts";
import type { ContextCounter } from "./contextCounter.ts";

export function newestThatFit(
  conversation: OpenConversation,
  {
    counter,
    model,
    draftTokens,
  }: {
    readonly counter: ContextCounter;
    readonly model: HubModel | undefined;
    readonly draftTokens: number;
  },
): string | undefined {
  const { session } = conversation;
  const path = sentPath(session.conversation);
  const facts = counter.facts(conversation, model);
  const attached = facts.attachments.reduce((sum, { tokens }) => sum + tokens, 0);
  const starts = path.flatMap(({ role }, index) => (role === "user" ? [index] : []));
  const turns = starts.map((start, index) => path.slice(start, starts[index + 1]));
  const { contextLength, reserved = 0, rate } = facts;
  // Without a known context length, leaves out the older half.
  const room =
    contextLength === undefined
      ? facts.history / 2
      : (contextLength - reserved) / rate - facts.fixed - attached - draftTokens;
  const first = firstThatFits(
    turns.map((turn) => counter.tokensOf(turn, conversation)),
    room,
  );
  return first === 0 ? undefined : turns[first]?.[0]?.id;
}
