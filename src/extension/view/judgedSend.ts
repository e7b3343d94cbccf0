import type { OpenConversation } from "../../chat/conversations.ts";
import type { SendOutcome, SensitiveReport } from "../../shared/calls/protectionCalls.ts";
import type { ChatView } from "./chatView.ts";

export type UndecidedIn = (
  conversation: OpenConversation,
  text: string,
) => Promise<SensitiveReport | undefined>;

interface Unsent {
  readonly conversationId: string;
  readonly text: string;
  readonly draftVersion: number;
}

/**
 * Sends only if no value needs a decision, which saves the page a second call. The stream to models judges everything
 * again, so a failure here or a file attached meanwhile leaks nothing.
 */
export function judgedSend<P extends Unsent>(
  view: ChatView,
  undecidedIn: UndecidedIn,
  send: (params: P) => SendOutcome | Promise<SendOutcome>,
): (params: P) => Promise<SendOutcome> {
  return async (params) => {
    const { conversationId, text, draftVersion } = params;
    const judge = (conversation: OpenConversation): ReturnType<UndecidedIn> =>
      undecidedIn(conversation, text);
    const report = await view.use(conversationId, judge).catch(() => undefined);
    return report
      ? { ok: false, reason: "decideFirst", report: { ...report, draftVersion } }
      : await send(params);
  };
}
