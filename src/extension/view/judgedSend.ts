import type { OpenConversation } from "../../chat/conversations.ts";
import type { SendOutcome, SensitiveReport } from "../../shared/calls/protectionCalls.ts";
import type { ChatView } from "./chatView.ts";

/** The report about a text and the draft's attachments; undefined if they need no decision. */
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
 * Sends a message only if no value in it needs a decision, so that a page that sends needs one call and not two. The
 * stream to models judges once more whatever leaves: a failure here, or a file that is attached meanwhile, lets nothing out.
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
