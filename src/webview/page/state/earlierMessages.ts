import type { Client } from "../../../shared/base/rpc.ts";
import type { hostContract } from "../../../shared/calls/protocol.ts";
import type { ChatState } from "./chatState.ts";

/**
 * Loads earlier messages; false if there are none, or if another conversation is shown meanwhile. Rejects if the host
 * does not answer.
 */
export async function loadEarlier({
  host,
  state,
}: {
  readonly host: Client<typeof hostContract>;
  readonly state: ChatState;
}): Promise<boolean> {
  const conversationId = state.conversationId.value;
  const [messageId] = state.messageIds.value;
  if (messageId === undefined || !state.hasEarlier.value) {
    return false;
  }
  const page = await host.loadEarlier({ conversationId, messageId });
  if (conversationId !== state.conversationId.value) {
    return false;
  }
  state.showEarlier(page);
  return true;
}
