import { HubError } from "../../hub/errors/hubError.ts";
import type { ChatRequest, StreamEvent, StreamOptions } from "../../hub/wire/chatTypes.ts";
import type { Failure } from "../../shared/failures/failure.ts";
import type { StreamChat } from "../turn.ts";
import type { Protection } from "./protection.ts";
import { type MayRestoreCall, restoredEvents } from "./restoredEvents.ts";
import { RoutedConversations } from "./routedConversations.ts";

/** `cancel` sends nothing. */
export type AskToSend = (
  refusal: Failure,
  signal: AbortSignal,
) => Promise<"send" | "mask" | "cancel">;

/**
 * A refused request ends with `dlp_local` before anything is sent; masked values are restored in the answer. `ask` is
 * for requests without a conversation in `warn`; `mayRestoreCall` for calls of foreign tools.
 */
export function protectedStream(
  inner: StreamChat,
  protection: Protection,
  ask: AskToSend,
  mayRestoreCall?: MayRestoreCall,
): StreamChat {
  const answers = new Map<string, "allow" | "mask">();
  const routed = new RoutedConversations();
  return async function* streamProtected(
    request: ChatRequest,
    options: StreamOptions,
  ): AsyncGenerator<StreamEvent> {
    const { conversationId, signal } = options;
    let safe = await protection.apply(request, { conversationId });
    if (safe.refusal && conversationId === undefined && protection.mode === "warn") {
      const { refusal, refusedIds } = safe;
      const isKnown = refusedIds.length > 0 && refusedIds.every((id) => answers.has(id));
      const known = refusedIds.some((id) => answers.get(id) === "mask") ? "mask" : "allow";
      const undecided = isKnown ? known : await answerTo(ask(refusal, signal));
      for (const id of refusedIds) {
        answers.set(id, undecided);
      }
      safe = await protection.apply(request, { undecided });
    }
    if (safe.refusal) {
      throw new HubError(safe.refusal);
    }
    if (safe.left) {
      options.onValuesLeft?.(safe.left);
    }
    if (safe.notice) {
      yield { kind: "notice", failure: safe.notice };
    }
    const sending = { ...options, hidden: safe.hidden };
    const stream = routed.watch(inner(safe.request, routed.optionsOf(sending)), sending);
    yield* restoredEvents(stream, safe.placeholders, {
      mayRestoreCall,
      toolPlace: options.toolPlace,
      secretsStay: options.secretsStay,
    });
  };
}

async function answerTo(asked: ReturnType<AskToSend>): Promise<"allow" | "mask"> {
  const answer = await asked;
  if (answer === "cancel") {
    throw new HubError({ kind: "cancelled" });
  }
  return answer === "send" ? "allow" : "mask";
}
